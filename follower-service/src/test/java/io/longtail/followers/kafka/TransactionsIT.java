package io.longtail.followers.kafka;

import static io.longtail.followers.FollowLog.follow;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.Topic;
import io.longtail.followers.Progress;
import io.longtail.service.testing.LocalStackResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** Other services may publish in transactions: their marks take offsets that no reader sees. */
@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class TransactionsIT {
  private static final String LOG = Topic.FOLLOW_EVENTS.baseName();

  @Inject Progress progress;

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @Test
  void progressAndCommitReachTheEndPastMarksAndAbortedEvents() throws Exception {
    TopicPartition partition;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "another-service"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      RecordMetadata committed = producer.send(record(follow("kept", "transacted"))).get();
      producer.commitTransaction();
      partition = new TopicPartition(LOG, committed.partition());
      awaitEnd(partition);

      producer.beginTransaction();
      producer.send(record(follow("dropped", "transacted"))).get();
      producer.abortTransaction();
      awaitEnd(partition); // by nothing but an aborted event and a mark
    }

    String after = partition.partition() + ":" + (end(partition) - 1);
    given()
        .header("Longtail-After", after)
        .get("/users/transacted/followers")
        .then()
        .statusCode(200);
    assertThat(
            given().get("/users/transacted/followers").jsonPath().getList("items.id", String.class))
        .containsExactly("kept");
  }

  private void awaitEnd(TopicPartition partition) throws Exception {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              long end = end(partition); // the mark comes a moment after the producer's call
              assertThat(progress.applied(1)).containsEntry(partition.partition(), end - 1);
              assertThat(committed(partition)).isEqualTo(end);
            });
  }

  private static ProducerRecord<byte[], byte[]> record(FollowEvent event) {
    return new ProducerRecord<>(LOG, event.key().getBytes(UTF_8), EventCodec.encode(event));
  }

  private long end(TopicPartition partition) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()))
          .all()
          .get(30, TimeUnit.SECONDS)
          .get(partition)
          .offset();
    }
  }

  private long committed(TopicPartition partition) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      return admin
          .listConsumerGroupOffsets("follower-service")
          .partitionsToOffsetAndMetadata()
          .get(30, TimeUnit.SECONDS)
          .get(partition)
          .offset();
    }
  }
}
