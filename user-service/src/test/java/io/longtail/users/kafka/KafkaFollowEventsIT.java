package io.longtail.users.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.events.Topic;
import io.longtail.local.kafka.EmbeddedKafka;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.users.NotConfirmedException;
import io.longtail.users.Position;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaFollowEventsIT {
  private static final String TOPIC = Topic.FOLLOW_EVENTS.baseName();

  @Test
  void nothingIsSentAfterTheAnswerThatItIsNotConfirmed(@TempDir Path directory) {
    EmbeddedKafka kafka = EmbeddedKafka.open(directory, 0);
    int port = kafka.port();
    provision(kafka);
    try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
      KafkaFollowEvents events = new KafkaFollowEvents(producer, TOPIC, new SimpleMeterRegistry());
      Position first = appendWhenThereIsALeader(events, "u-1");
      kafka.close();

      long start = System.nanoTime();
      assertThatThrownBy(() -> events.append(follow("u-2")).toCompletableFuture().join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(NotConfirmedException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));

      try (EmbeddedKafka again = EmbeddedKafka.open(directory, port)) {
        // Connected again, the producer would send u-2 first, if it still had it.
        Position third = appendWhenThereIsALeader(events, "u-3");
        assertThat(third.partition()).isEqualTo(first.partition());
        assertThat(eventsIn(again, first.partition(), third))
            .startsWith(follow("u-1"))
            .doesNotContain(follow("u-2"))
            .endsWith(follow("u-3"));
      }
    }
  }

  @Test
  void anEventStandsInThePartitionOfItsFollowee() {
    try (EmbeddedKafka kafka = EmbeddedKafka.temporary()) {
      provision(kafka);
      try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
        KafkaFollowEvents events =
            new KafkaFollowEvents(producer, TOPIC, new SimpleMeterRegistry());

        Position position = appendWhenThereIsALeader(events, "u-1");

        int expected =
            Utils.toPositive(Utils.murmur2("celebrity".getBytes(UTF_8))) % Topic.PARTITIONS_DEFAULT;
        assertThat(position.partition()).isEqualTo(expected);
        assertThat(eventsIn(kafka, expected, position)).endsWith(follow("u-1"));
      }
    }
  }

  /** A broker that has just started has no leaders for some seconds. */
  private static Position appendWhenThereIsALeader(KafkaFollowEvents events, String follower) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(
            () -> events.append(follow(follower)).toCompletableFuture().join(), position -> true);
  }

  private static void provision(EmbeddedKafka kafka) {
    try (TopicProvisioner topics = new TopicProvisioner(kafka.bootstrapServers())) {
      topics.provision("");
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(EmbeddedKafka kafka) {
    Map<String, Object> config = new HashMap<>(KafkaFollowEvents.TIMES);
    config.put("bootstrap.servers", kafka.bootstrapServers());
    config.put("acks", "all");
    config.put("enable.idempotence", true);
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> !producer.partitionsFor(TOPIC).isEmpty());
    return producer;
  }

  /** What stands in the partition up to and including the position. */
  private static List<FollowEvent> eventsIn(EmbeddedKafka kafka, int partition, Position last) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition whole = new TopicPartition(TOPIC, partition);
      consumer.assign(List.of(whole));
      consumer.seekToBeginning(List.of(whole));
      List<FollowEvent> events = new ArrayList<>();
      while (consumer.position(whole) <= last.offset()) {
        consumer
            .poll(Duration.ofMillis(200))
            .forEach(
                record ->
                    events.add(
                        (FollowEvent) EventCodec.decodeLogEntry(record.key(), record.value())));
      }
      return events;
    }
  }

  private static FollowEvent follow(String follower) {
    return new Follow(
        new Edge(new FollowerId(follower), new FolloweeId("celebrity")),
        Optional.empty(),
        Cause.USER);
  }
}
