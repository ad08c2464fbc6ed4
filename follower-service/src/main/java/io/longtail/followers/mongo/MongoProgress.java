package io.longtail.followers.mongo;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.longtail.followers.Progress;
import io.longtail.followers.edgelist.LogPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** One small document per partition: {@code {_id: "3", epoch: 1, offset: 991223}}. */
final class MongoProgress implements Progress {
  private static final int DUPLICATE_KEY = 11000;

  private final MongoCollection<Document> partitions;

  MongoProgress(MongoDatabase database) {
    this.partitions = database.getCollection("progress");
  }

  @Override
  public Map<Integer, Long> applied(long epoch) {
    Map<Integer, Long> applied = new HashMap<>();
    for (Document partition : partitions.find()) {
      if (partition.get("epoch", Number.class).longValue() == epoch) {
        applied.put(
            Integer.valueOf(partition.getString("_id")),
            partition.get("offset", Number.class).longValue());
      }
    }
    return applied;
  }

  @Override
  public void advance(LogPosition position) {
    String id = Integer.toString(position.partition());
    Document values =
        new Document("schemaVersion", HeadDocuments.SCHEMA_VERSION)
            .append("epoch", position.epoch())
            .append("offset", position.offset());
    Document behind =
        new Document("_id", id)
            .append(
                "$or",
                List.of(
                    new Document("epoch", new Document("$lt", position.epoch())),
                    new Document("epoch", position.epoch())
                        .append("offset", new Document("$lt", position.offset()))));
    Document forward = new Document("$set", values);
    if (partitions.updateOne(behind, forward).getMatchedCount() == 0
        && !isInserted(new Document(values).append("_id", id))) {
      // Already past it; or another owner has just inserted an earlier offset.
      partitions.updateOne(behind, forward);
    }
  }

  /** For the first batch of the partition; false if there is a document already. */
  private boolean isInserted(Document first) {
    try {
      partitions.insertOne(first);
      return true;
    } catch (MongoWriteException e) {
      if (e.getError().getCode() != DUPLICATE_KEY) {
        throw e;
      }
      return false;
    }
  }
}
