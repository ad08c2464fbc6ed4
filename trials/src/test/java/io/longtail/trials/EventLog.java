package io.longtail.trials;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of one prefix: events are appended, and every topic is read from its beginning. */
final class EventLog implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int DELIVERED_WITHIN_MILLIS = 10 * 60_000;

  /** An event as it stands in the log. */
  record Entry(int partition, long offset, long appendedAtMillis, FollowEvent event) {}

  private final String bootstrapServers;
  private final String prefix;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  EventLog(String bootstrapServers, String prefix) {
    this.bootstrapServers = bootstrapServers;
    this.prefix = prefix;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "acks",
                "all",
                "enable.idempotence",
                true,
                "linger.ms",
                5,
                // A broker that is away is waited for.
                "max.block.ms",
                DELIVERED_WITHIN_MILLIS,
                "delivery.timeout.ms",
                DELIVERED_WITHIN_MILLIS),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Hands events over, in order. */
  void append(List<FollowEvent> events) {
    String topic = Topic.FOLLOW_EVENTS.name(prefix);
    for (FollowEvent event : events) {
      producer.send(
          new ProducerRecord<>(
              topic, event.key().getBytes(StandardCharsets.UTF_8), EventCodec.encode(event)),
          (place, refusal) -> {
            if (refusal == null) {
              acknowledged.incrementAndGet();
            } else {
              failure.compareAndSet(null, refusal);
            }
          });
    }
  }

  /** Waits until everything that was handed over is in the log. */
  void flush() {
    producer.flush();
    if (failure.get() != null) {
      throw new IllegalStateException("not appended", failure.get());
    }
  }

  long acknowledged() {
    return acknowledged.get();
  }

  /** The events of the log, partition by partition in order. */
  List<Entry> events() {
    List<Entry> entries = new ArrayList<>();
    read(
        Topic.FOLLOW_EVENTS,
        record -> {
          if (EventCodec.decodeLogEntry(record.key(), record.value())
              instanceof FollowEvent event) {
            entries.add(new Entry(record.partition(), record.offset(), record.timestamp(), event));
          }
        });
    return entries;
  }

  long records(Topic topic) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      return consumer.endOffsets(partitions(consumer, topic)).values().stream()
          .mapToLong(Long::longValue)
          .sum();
    }
  }

  /** Every record that is in the topic now. */
  void read(Topic topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> partitions = partitions(consumer, topic);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        consumer.poll(POLL).forEach(reader);
      }
    }
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, Topic topic) {
    return consumer.partitionsFor(topic.name(prefix)).stream()
        .map(each -> new TopicPartition(each.topic(), each.partition()))
        .toList();
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
