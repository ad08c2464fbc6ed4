/**
 * The stats in MongoDB. Every access is by {@code _id}; every save is guarded by the revision; no
 * transaction, no index besides {@code _id}.
 */
package io.longtail.stats.mongo;
