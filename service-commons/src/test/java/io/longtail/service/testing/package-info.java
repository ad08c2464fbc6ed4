/** For the integration tests of services: a real broker and a MongoDB-protocol server. */
package io.longtail.service.testing;
