package io.longtail.followers.kafka;

import static io.longtail.followers.FollowLog.follow;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.longtail.events.EventCodec;
import io.longtail.events.Topic;
import io.longtail.followers.FollowLog;
import io.longtail.service.testing.LocalStackResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class DeadLettersIT {
  private static final String FOLLOW_EVENTS = Topic.FOLLOW_EVENTS.baseName();

  @Inject FollowLog log;

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @Test
  void oneBadRecordInABatchCostsThatRecordOnly() {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      records.add(
          event(
              "{\"type\":\"FOLLOW\",\"followerId\":\"b" + i + "\",\"followeeId\":\"batch\"}",
              "batch"));
    }
    byte[] bad = "{\"type\":\"FOLLOW\",\"followerId\":".getBytes(UTF_8);
    records.set(217, new ProducerRecord<>(FOLLOW_EVENTS, "batch".getBytes(UTF_8), bad));

    String after = log.appendRaw(records);

    assertThat(count("/users/batch/followers", after)).isEqualTo(499);
    List<ConsumerRecord<byte[], byte[]>> letters = lettersOf("batch");
    assertThat(letters).hasSize(1);
    ConsumerRecord<byte[], byte[]> letter = letters.get(0);
    assertThat(letter.value()).isEqualTo(bad);
    assertThat(header(letter, "dead-letter-reason")).isEqualTo("value must be one JSON object");
    assertThat(header(letter, "dead-letter-topic")).isEqualTo(FOLLOW_EVENTS);
    String[] last = after.split(":");
    assertThat(header(letter, "dead-letter-partition")).isEqualTo(last[0]);
    assertThat(header(letter, "dead-letter-offset"))
        .isEqualTo(Long.toString(Long.parseLong(last[1]) - 499 + 217));
  }

  @Test
  void poisonOfEveryKindBecomesADeadLetterAndTheNextGoodRecordIsApplied() {
    String key = "poison";
    Map<String, ProducerRecord<byte[], byte[]>> poison = new LinkedHashMap<>();
    poison.put("value must be present", raw(key, null));
    poison.put("value must be one JSON object", raw(key, new byte[0]));
    poison.put("value must be UTF-8", raw(key, new byte[] {'{', (byte) 0xff, (byte) 0xfe, '}'}));
    poison.put("value must be one JSON object ", event("{\"type\":\"FOLLOW\",", key));
    poison.put("value must be one JSON object  ", raw(key, new byte[1_000_000]));
    poison.put("type must be FOLLOW, UNFOLLOW or REPAIR", event(json("LIKE", "a", key), key));
    poison.put(
        "followerId must be a string",
        event("{\"type\":\"FOLLOW\",\"followeeId\":\"poison\"}", key));
    poison.put("followerId must be 1 to 64", event(json("FOLLOW", "x".repeat(65), key), key));
    poison.put("followerId must differ from followeeId", event(json("FOLLOW", key, key), key));
    poison.put("key must be the followeeId", event(json("FOLLOW", "a", "somebody-else"), key));
    poison.put(
        "occurredAt must be an RFC 3339 time",
        event(
            "{\"type\":\"FOLLOW\",\"followerId\":\"a\",\"followeeId\":\"poison\",\"occurredAt\":\"soon\"}",
            key));
    ProducerRecord<byte[], byte[]> cloudEvent = event("garbage", key);
    cloudEvent.headers().add("content-type", "application/cloudevents+json".getBytes(UTF_8));
    poison.put("value must be one JSON object   ", cloudEvent);
    poison.put(
        "followeeId must be a string",
        event(
            "{\"type\":\"FOLLOW\",\"followerId\":\"a\",\"x\":\"" + "y".repeat(1_040_000) + "\"}",
            key));

    log.appendRaw(List.copyOf(poison.values()));
    String after = log.append(follow("good", key));

    assertThat(count("/users/poison/followers", after)).isEqualTo(1);
    List<ConsumerRecord<byte[], byte[]>> letters = lettersOf(key);
    assertThat(letters).hasSize(poison.size());
    int at = 0;
    for (Map.Entry<String, ProducerRecord<byte[], byte[]>> sent : poison.entrySet()) {
      ConsumerRecord<byte[], byte[]> letter = letters.get(at++);
      assertThat(header(letter, "dead-letter-reason")).startsWith(sent.getKey().strip());
      assertThat(letter.value()).isEqualTo(sent.getValue().value());
    }
  }

  @Test
  void aRecordWithoutAKeyOrInAnotherPartitionThanItsKeysIsRefused() {
    byte[] key = "placed".getBytes(UTF_8);
    int right = Utils.toPositive(Utils.murmur2(key)) % Topic.PARTITIONS_DEFAULT;
    int wrong = (right + 1) % Topic.PARTITIONS_DEFAULT;
    byte[] value = EventCodec.encode(follow("a", "placed"));

    String after =
        log.appendRaw(
            List.of(
                new ProducerRecord<>(FOLLOW_EVENTS, wrong, key, value),
                new ProducerRecord<>(FOLLOW_EVENTS, right, null, value)));

    assertThat(count("/users/placed/followers", after)).isZero();
    assertThat(header(lettersOf("placed").get(0), "dead-letter-reason"))
        .isEqualTo("record must be in partition " + right + ", the murmur2 partition of its key");
    assertThat(
            letters().stream()
                .filter(letter -> letter.key() == null)
                .map(letter -> header(letter, "dead-letter-reason")))
        .contains("key must be present");
  }

  @Test
  void unknownFieldsAreIgnored() {
    String after =
        log.appendRaw(
            List.of(
                event(
                    "{\"type\":\"FOLLOW\",\"followerId\":\"e\",\"followeeId\":\"extra\","
                        + "\"source\":{\"app\":\"ios\"},\"tags\":[1,2],\"score\":1.5,\"flag\":true,\"no\":null}",
                    "extra")));

    assertThat(count("/users/extra/followers", after)).isEqualTo(1);
  }

  private static String json(String type, String follower, String followee) {
    return "{\"type\":\"%s\",\"followerId\":\"%s\",\"followeeId\":\"%s\"}"
        .formatted(type, follower, followee);
  }

  private static ProducerRecord<byte[], byte[]> event(String value, String key) {
    return raw(key, value.getBytes(UTF_8));
  }

  private static ProducerRecord<byte[], byte[]> raw(String key, byte[] value) {
    return new ProducerRecord<>(FOLLOW_EVENTS, key.getBytes(UTF_8), value);
  }

  private static long count(String path, String after) {
    return given()
        .header("Longtail-After", after)
        .get(path)
        .then()
        .statusCode(200)
        .extract()
        .jsonPath()
        .getLong("count");
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }

  private List<ConsumerRecord<byte[], byte[]>> lettersOf(String key) {
    return letters().stream()
        .filter(letter -> letter.key() != null && new String(letter.key(), UTF_8).equals(key))
        .toList();
  }

  /** All dead letters there are: progress moves on after them, so none is under way. */
  private List<ConsumerRecord<byte[], byte[]>> letters() {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "max.partition.fetch.bytes", 64_000_000),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topic.FOLLOW_EVENTS_DLQ.baseName()).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(letters::add);
                return partitions.stream().allMatch(p -> consumer.position(p) >= ends.get(p));
              });
      return letters;
    }
  }
}
