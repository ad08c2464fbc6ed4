package io.longtail.local.importing;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.events.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Publishes follow events in the order in which they are given, in large batches. After the first
 * one that the broker did not take, nothing more is sent: later ones of the same edge must not
 * overtake it.
 */
public final class EdgePublisher implements AutoCloseable {
  /** A broker that is away is given this long before the import gives up. */
  private static final int DELIVERY_MILLIS_MAX = 60_000;

  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final Map<Integer, OffsetRange> acknowledged = new HashMap<>();
  private long acknowledgedCount;
  private Exception failure;

  public EdgePublisher(String bootstrapServers, String prefix) {
    this(bootstrapServers, prefix, DELIVERY_MILLIS_MAX);
  }

  EdgePublisher(String bootstrapServers, String prefix, int deliveryMillisMax) {
    this.topic = Topic.FOLLOW_EVENTS.name(prefix);
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "acks",
                "all",
                "enable.idempotence",
                true,
                // Rows come faster than the broker takes them: batches fill before they linger.
                "batch.size",
                256 * 1024,
                "linger.ms",
                50,
                "buffer.memory",
                64L * 1024 * 1024,
                "delivery.timeout.ms",
                deliveryMillisMax,
                "max.block.ms",
                deliveryMillisMax,
                "request.timeout.ms",
                deliveryMillisMax / 4),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /**
   * @throws PublishingFailedException if this or an earlier event was not taken
   */
  public void publish(LogEntry entry) {
    rethrowFailure();
    byte[] key = entry.key().getBytes(StandardCharsets.UTF_8);
    try {
      producer.send(new ProducerRecord<>(topic, key, encoded(entry)), this::onAnswer);
    } catch (KafkaException e) {
      onAnswer(null, e);
      rethrowFailure();
    }
  }

  private static byte[] encoded(LogEntry entry) {
    return entry instanceof Repair repair
        ? EventCodec.encode(repair)
        : EventCodec.encode((FollowEvent) entry);
  }

  private synchronized void onAnswer(RecordMetadata position, Exception refusal) {
    if (refusal == null) {
      acknowledgedCount++;
      acknowledged.merge(
          position.partition(),
          new OffsetRange(position.offset(), position.offset()),
          OffsetRange::span);
    } else if (failure == null) {
      failure = refusal;
    }
  }

  /**
   * Waits until everything published is acknowledged.
   *
   * @return per partition the offsets of what was published
   */
  public Map<Integer, OffsetRange> finish() {
    producer.flush();
    rethrowFailure();
    synchronized (this) {
      return Map.copyOf(acknowledged);
    }
  }

  private synchronized void rethrowFailure() {
    if (failure != null) {
      throw new PublishingFailedException(acknowledgedCount, failure);
    }
  }

  @Override
  public void close() {
    boolean failed;
    synchronized (this) {
      failed = failure != null;
    }
    // What is still waiting after a failure is not sent.
    producer.close(failed ? Duration.ZERO : Duration.ofMillis(DELIVERY_MILLIS_MAX));
  }
}
