package io.longtail.followers.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.followers.LogReplacedException;
import io.longtail.followers.edgelist.LogPosition;
import io.longtail.local.mongo.EmbeddedMongo;
import java.util.Map;
import java.util.Optional;
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
  void theFirstLogHasEpochOneAndKeepsIt() {
    assertThat(new MongoLogEpochs(database, Optional.empty()).epochOf("topic-a")).isEqualTo(1);
    assertThat(new MongoLogEpochs(database, Optional.empty()).epochOf("topic-a")).isEqualTo(1);
  }

  @Test
  void anotherLogIsRefusedUntilItIsAdopted() {
    new MongoLogEpochs(database, Optional.empty()).epochOf("topic-a");

    assertThatExceptionOfType(LogReplacedException.class)
        .isThrownBy(() -> new MongoLogEpochs(database, Optional.empty()).epochOf("topic-b"))
        .withMessageContaining("longtail.adopt-log=topic-b");
    assertThatExceptionOfType(LogReplacedException.class)
        .isThrownBy(() -> new MongoLogEpochs(database, Optional.of("topic-c")).epochOf("topic-b"));
    assertThat(new MongoLogEpochs(database, Optional.of("topic-b")).epochOf("topic-b"))
        .isEqualTo(2);
    assertThat(new MongoLogEpochs(database, Optional.of("topic-b")).epochOf("topic-b"))
        .as("adopted once, not at each start")
        .isEqualTo(2);
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
