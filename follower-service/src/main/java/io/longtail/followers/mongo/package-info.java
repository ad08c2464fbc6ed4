/** The ports over MongoDB: document shapes, and nothing but access by {@code _id}. */
package io.longtail.followers.mongo;
