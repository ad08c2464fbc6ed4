package io.longtail.followers.mongo;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.longtail.followers.KnownLog;
import io.longtail.followers.LogEpochs;
import java.util.Optional;
import org.bson.Document;

/** One document: {@code {_id: "follow-events", epoch: 1, topicId: …, partitions: 12}}. */
final class MongoLogEpochs implements LogEpochs {
  private static final String ID = "follow-events";
  private static final int DUPLICATE_KEY = 11000;

  private final MongoCollection<Document> logs;

  MongoLogEpochs(MongoDatabase database) {
    this.logs = database.getCollection("log");
  }

  @Override
  public Optional<KnownLog> known() {
    return Optional.ofNullable(logs.find(new Document("_id", ID)).first())
        .map(
            log ->
                new KnownLog(
                    log.get("epoch", Number.class).longValue(),
                    log.getString("topicId"),
                    // Not there in a document of the first version.
                    log.get("partitions", (Number) 0).intValue()));
  }

  @Override
  public boolean note(Optional<KnownLog> known, KnownLog log) {
    Document values =
        new Document("schemaVersion", HeadDocuments.SCHEMA_VERSION)
            .append("epoch", log.epoch())
            .append("topicId", log.topicId())
            .append("partitions", log.partitions());
    return known
        .map(
            before ->
                logs.updateOne(
                            new Document("_id", ID).append("epoch", before.epoch()),
                            new Document("$set", values))
                        .getMatchedCount()
                    == 1)
        .orElseGet(() -> isInserted(new Document(values).append("_id", ID)));
  }

  private boolean isInserted(Document first) {
    try {
      logs.insertOne(first);
      return true;
    } catch (MongoWriteException e) {
      if (e.getError().getCode() != DUPLICATE_KEY) {
        throw e;
      }
      return false;
    }
  }
}
