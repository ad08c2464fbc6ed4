/** A server inside a JVM that speaks MongoDB's protocol on a real socket. */
package io.longtail.local.mongo;
