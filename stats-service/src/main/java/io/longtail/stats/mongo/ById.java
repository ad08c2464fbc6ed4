package io.longtail.stats.mongo;

import org.bson.Document;

/**
 * A document by its {@code _id} and one more condition, side by side and not in an {@code $and}:
 * the same to MongoDB, but other servers of its protocol find the {@code _id} only in this form and
 * otherwise read the whole collection for every write.
 */
final class ById {
  private ById() {}

  static Document and(String id, String field, Object condition) {
    return new Document("_id", id).append(field, condition);
  }
}
