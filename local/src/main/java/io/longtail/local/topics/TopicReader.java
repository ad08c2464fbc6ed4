package io.longtail.local.topics;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads records from one offset to another, partition by partition, as the services do: committed
 * ones only. What it holds does not grow with the topic. It reads all of what was asked for or
 * fails; it never ends early.
 */
public final class TopicReader implements AutoCloseable {
  /** A broker that gives nothing for so long has gone. */
  private static final Duration STANDSTILL_MAX = Duration.ofSeconds(60);

  private static final Duration POLL = Duration.ofMillis(500);

  private final KafkaConsumer<byte[], byte[]> consumer;

  public TopicReader(String bootstrapServers) {
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "enable.auto.commit",
                false,
                "allow.auto.create.topics",
                false,
                // Records that are gone are not to be passed over without a word.
                "auto.offset.reset",
                "none",
                "isolation.level",
                "read_committed",
                // The next partition has to wait for a fetch at the end of the last one.
                "fetch.max.wait.ms",
                20,
                "max.poll.records",
                5_000),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /** The partitions of a topic, in order. */
  public List<TopicPartition> partitions(String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(each -> new TopicPartition(each.topic(), each.partition()))
        .sorted(Comparator.comparingInt(TopicPartition::partition))
        .toList();
  }

  /** A topic of the contract: all of them are keyed. */
  public KeyedTopic keyed(String topic) {
    return new KeyedTopic(topic, partitions(topic).size());
  }

  /** The first offset of each that is still there. */
  public Map<TopicPartition, Long> beginnings(Collection<TopicPartition> partitions) {
    return consumer.beginningOffsets(partitions);
  }

  /** The offset behind the last record of each. */
  public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
    return consumer.endOffsets(partitions);
  }

  /** Everything that is in the topic now. */
  public void readAll(String topic, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    List<TopicPartition> partitions = partitions(topic);
    Map<TopicPartition, Long> ends = ends(partitions);
    Map<TopicPartition, Long> beginnings = beginnings(partitions);
    for (TopicPartition partition : partitions) {
      read(partition, beginnings.get(partition), ends.get(partition), taker);
    }
  }

  /**
   * The records from one offset to before another.
   *
   * @throws IllegalStateException if they cannot be read to the end
   */
  public void read(
      TopicPartition partition,
      long from,
      long to,
      Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    if (from >= to) {
      return;
    }
    try {
      consumer.assign(List.of(partition));
      consumer.seek(partition, from);
      long position = from;
      long lastMove = System.nanoTime();
      while (position < to) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (record.offset() < to) {
            taker.accept(record);
          }
        }
        // Marks of transactions move it, too, without being records.
        long now = consumer.position(partition);
        if (now > position) {
          position = now;
          lastMove = System.nanoTime();
        } else if (System.nanoTime() - lastMove > STANDSTILL_MAX.toNanos()) {
          throw new TimeoutException(
              "nothing came from offset %d on for %d s"
                  .formatted(position, STANDSTILL_MAX.toSeconds()));
        }
      }
    } catch (KafkaException e) {
      throw new IllegalStateException(
          "%s cannot be read to its end: %s".formatted(partition, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
