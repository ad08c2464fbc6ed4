/** The REST interface: requests checked and turned into values, outcomes turned into answers. */
package io.longtail.users.rest;
