package io.longtail.followers.mongo;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.longtail.followers.LogEpochs;
import io.longtail.followers.LogReplacedException;
import java.util.Optional;
import org.bson.Document;

/** One document: {@code {_id: "follow-events", epoch: 1, topicId: …}}. */
final class MongoLogEpochs implements LogEpochs {
  private static final String ID = "follow-events";
  private static final int DUPLICATE_KEY = 11000;

  private final MongoCollection<Document> logs;
  private final Optional<String> adopted;

  /**
   * @param adopted the topic id that an operator says is the log from now on
   */
  MongoLogEpochs(MongoDatabase database, Optional<String> adopted) {
    this.logs = database.getCollection("log");
    this.adopted = adopted;
  }

  @Override
  public long epochOf(String topicId) {
    Document log = logs.find(new Document("_id", ID)).first();
    if (log == null) {
      insertFirst(topicId);
      log = logs.find(new Document("_id", ID)).first();
    }
    long epoch = log.get("epoch", Number.class).longValue();
    if (topicId.equals(log.getString("topicId"))) {
      return epoch;
    }
    if (adopted.filter(topicId::equals).isPresent()) {
      logs.updateOne(
          new Document("_id", ID).append("epoch", epoch),
          new Document("$set", new Document("epoch", epoch + 1).append("topicId", topicId)));
      return epochOf(topicId);
    }
    throw new LogReplacedException(
        "the topic was created anew: its id is "
            + topicId
            + ", the lists were built from "
            + log.getString("topicId")
            + ". With everything drained and stopped, set longtail.adopt-log="
            + topicId
            + " to go on from the new log");
  }

  private void insertFirst(String topicId) {
    try {
      logs.insertOne(
          new Document("_id", ID)
              .append("schemaVersion", HeadDocuments.SCHEMA_VERSION)
              .append("epoch", 1L)
              .append("topicId", topicId));
    } catch (MongoWriteException e) {
      if (e.getError().getCode() != DUPLICATE_KEY) {
        throw e;
      }
    }
  }
}
