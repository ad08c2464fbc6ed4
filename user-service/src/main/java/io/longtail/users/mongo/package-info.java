/**
 * Users, claims of handles and counts in MongoDB: three collections, one document per user, handle
 * and counted id, each reached by its {@code _id} and by nothing else.
 */
package io.longtail.users.mongo;
