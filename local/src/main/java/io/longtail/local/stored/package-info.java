/**
 * The documents of follower-service as they are stored, read by rules of their own: no field, form
 * or protocol is taken from the services' code, so that what checks them shares no fault with them.
 */
package io.longtail.local.stored;
