package io.longtail.stats.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.stats.StoredStats;
import io.longtail.stats.counts.UserCounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is sent to MongoDB, as it is sent: few commands, each by {@code _id}. */
class CommandsIT implements CommandListener {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00.123Z");

  private final EmbeddedMongo server = EmbeddedMongo.inMemory();
  private final List<BsonDocument> commands = new ArrayList<>();
  private final MongoClient client =
      MongoClients.create(
          MongoClientSettings.builder()
              .applyConnectionString(new ConnectionString(server.connectionString()))
              .addCommandListener(this)
              .build());
  private final StatsDatabase database = new StatsDatabase(client, Optional.empty());

  @Override
  public void commandStarted(CommandStartedEvent event) {
    commands.add(event.getCommand().clone());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void aLoadIsOneFind() {
    new MongoUserStatsStore(database).load(Set.of("u"));

    assertThat(sent("find", "filter")).containsExactly("{\"_id\": {\"$in\": [\"u\"]}}");
    assertThat(commands).hasSize(1);
  }

  @Test
  void aSaveIsOneInsertOfTheNewAndOneUpdateOfTheOthersEachByIdAndRevision() {
    MongoUserStatsStore store = new MongoUserStatsStore(database);
    store.save(List.of(stats("u", 1), stats("v", 1)));
    commands.clear();

    store.save(List.of(stats("u", 2), stats("v", 2), stats("w", 1)));

    assertThat(commands).hasSize(2);
    assertThat(commands.stream().filter(c -> c.containsKey("insert"))).hasSize(1);
    assertThat(statements("update", "updates"))
        .containsExactly("{\"_id\": \"u\", \"revision\": 1}", "{\"_id\": \"v\", \"revision\": 1}");
  }

  @Test
  void notingForgettingAndPagingGapsIsOneCommandEach() {
    MongoOpenGaps gaps = new MongoOpenGaps(database);
    gaps.note(Map.of("u", 7L));
    gaps.page("t", 5);
    gaps.forget(Map.of("u", 7L));

    assertThat(commands).hasSize(3);
    assertThat(statements("update", "updates")).containsExactly("{\"_id\": \"u\"}");
    assertThat(sent("find", "filter")).containsExactly("{\"_id\": {\"$gt\": \"t\"}}");
    assertThat(statements("delete", "deletes"))
        .containsExactly("{\"_id\": \"u\", \"revision\": {\"$lte\": 7}}");
  }

  private List<String> sent(String command, String field) {
    return commands.stream()
        .filter(c -> c.containsKey(command))
        .map(c -> c.getDocument(field).toJson())
        .toList();
  }

  private List<String> statements(String command, String field) {
    return commands.stream()
        .filter(c -> c.containsKey(command))
        .flatMap(c -> c.getArray(field).stream())
        .map(statement -> statement.asDocument().getDocument("q").toJson())
        .toList();
  }

  private static StoredStats stats(String userId, long revision) {
    UserCounts counts = new UserCounts(revision, revision, 0, 0, Optional.empty());
    return new StoredStats(userId, counts, revision, NOON);
  }
}
