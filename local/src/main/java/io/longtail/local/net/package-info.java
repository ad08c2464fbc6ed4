/** Addresses and ports of a local run. */
package io.longtail.local.net;
