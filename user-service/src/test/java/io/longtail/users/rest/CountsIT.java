package io.longtail.users.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import io.longtail.events.EventCodec;
import io.longtail.events.UserStats;
import io.longtail.service.testing.LocalStackResource;
import io.longtail.users.rest.Http.Answer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bson.Document;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Published counts arrive where users are shown. Each test has users of its own. */
@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class CountsIT {
  private static final Instant AS_OF = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final Duration SOON = Duration.ofSeconds(30);

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @Inject MongoClient mongo;

  private KafkaProducer<byte[], byte[]> producer;

  @BeforeEach
  void open() {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @AfterEach
  void close() {
    producer.close();
  }

  @Test
  void theNewestCountsAreShown() {
    register("n-1");

    publish(new UserStats("n-1", 70, 3, 8, AS_OF));
    publish(new UserStats("n-1", 60, 2, 7, AS_OF.minusSeconds(1)));

    awaitFollowerCount("n-1", 70);
    Map<String, Object> user = Http.get("/users/n-1").json().getMap("$");
    assertThat(user)
        .containsEntry("followerCount", 70)
        .containsEntry("followingCount", 3)
        .containsEntry("countsAsOf", AS_OF.toString());
  }

  @Test
  void countsOfWhoRegistersAfterBeingFollowedAreThereAtOnce() {
    publish(new UserStats("late", 501, 1, 9, AS_OF));
    await()
        .atMost(SOON)
        .until(
            () ->
                mongo
                        .getDatabase("users")
                        .getCollection("counts")
                        .find(new Document("_id", "late"))
                        .first()
                    != null);

    Answer created = register("late");

    assertThat(created.json().getLong("followerCount")).isEqualTo(501);
    assertThat(Http.get("/users/late").json().getLong("followerCount")).isEqualTo(501);
  }

  @Test
  void whatIsNoStatsCostsThatRecordOnly() {
    register("bad");

    send("bad", "{\"userId\":\"bad\"}".getBytes(UTF_8));
    send("bad", null); // a tombstone
    send("bad", new byte[] {(byte) 0xff});
    publish(new UserStats("bad", 5, 0, 1, AS_OF));

    awaitFollowerCount("bad", 5);
  }

  @Test
  void aHotUserArrivesAtItsLastCounts() {
    register("hot");

    for (int i = 1; i <= 20_000; i++) {
      publish(new UserStats("hot", i, 0, i, AS_OF));
    }

    awaitFollowerCount("hot", 20_000);
  }

  private void awaitFollowerCount(String id, long count) {
    await()
        .atMost(SOON)
        .until(() -> Http.get("/users/" + id).json().getLong("followerCount") == count);
  }

  private void publish(UserStats stats) {
    send(stats.key(), EventCodec.encode(stats));
  }

  private void send(String key, byte[] value) {
    producer.send(new ProducerRecord<>("user-stats", key.getBytes(UTF_8), value));
  }

  private static Answer register(String id) {
    Answer answer =
        Http.post(
            "/users",
            "{\"id\":\"%s\",\"handle\":\"counts_%s\",\"type\":\"ORGANIZATION\",\"name\":\"x\"}"
                .formatted(id, id.replace('-', '_')));
    assertThat(answer.status()).isEqualTo(201);
    return answer;
  }
}
