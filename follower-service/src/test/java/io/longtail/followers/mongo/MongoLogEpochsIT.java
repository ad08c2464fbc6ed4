package io.longtail.followers.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.followers.KnownLog;
import io.longtail.followers.edgelist.LogPosition;
import io.longtail.local.mongo.EmbeddedMongo;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MongoLogEpochsIT {
  private final EmbeddedMongo server = EmbeddedMongo.inMemory();
  private final MongoClient client = MongoClients.create(server.connectionString());
  private final MongoDatabase database = client.getDatabase("followers");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void aLogIsNotedAndReadBack() {
    MongoLogEpochs logs = new MongoLogEpochs(database);
    KnownLog first = new KnownLog(1, "topic-a", 12);

    assertThat(logs.known()).isEmpty();
    assertThat(logs.note(Optional.empty(), first)).isTrue();
    assertThat(logs.known()).contains(first);
    assertThat(logs.note(Optional.empty(), first)).as("somebody was first").isFalse();

    KnownLog second = new KnownLog(2, "topic-b", 24);
    assertThat(logs.note(Optional.of(first), second)).isTrue();
    assertThat(logs.known()).contains(second);
    assertThat(logs.note(Optional.of(first), new KnownLog(2, "topic-c", 24))).isFalse();
    assertThat(logs.known()).contains(second);
  }

  @Test
  void aLogNotedByAnEarlierVersionHasNoNumberOfPartitions() {
    database
        .getCollection("log")
        .insertOne(
            new Document("_id", "follow-events").append("epoch", 1L).append("topicId", "topic-a"));

    assertThat(new MongoLogEpochs(database).known()).contains(new KnownLog(1, "topic-a", 0));
  }

  @Test
  void progressOnlyMovesForwardAndIsOfOneEpoch() {
    MongoProgress progress = new MongoProgress(database);
    progress.advance(new LogPosition(1, 3, 100));
    progress.advance(new LogPosition(1, 3, 50));
    assertThat(progress.applied(1)).isEqualTo(Map.of(3, 100L));

    progress.advance(new LogPosition(2, 3, 7));
    progress.advance(new LogPosition(1, 3, 200));
    assertThat(progress.applied(2)).isEqualTo(Map.of(3, 7L));
    assertThat(progress.applied(1)).isEmpty();
  }
}
