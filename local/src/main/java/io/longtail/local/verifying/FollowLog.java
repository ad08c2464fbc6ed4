package io.longtail.local.verifying;

import io.longtail.events.EventCodec;
import io.longtail.events.InvalidEventException;
import io.longtail.events.LogEntry;
import io.longtail.events.Topic;
import io.longtail.local.topics.KeyedTopic;
import io.longtail.local.topics.TopicReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The log, read by the contract: what is no entry, or stands in another partition, is none. */
final class FollowLog {
  private final TopicReader reader;
  private final KeyedTopic topic;

  FollowLog(TopicReader reader, String prefix) {
    this.reader = reader;
    this.topic = reader.keyed(Topic.FOLLOW_EVENTS.name(prefix));
  }

  List<TopicPartition> partitions() {
    return reader.partitions(topic.name());
  }

  TopicPartition partitionOf(String key) {
    return topic.partitionOf(key);
  }

  /** Of each partition the offset behind its last record. */
  Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
    return reader.ends(partitions);
  }

  Map<TopicPartition, Long> beginnings(Collection<TopicPartition> partitions) {
    return reader.beginnings(partitions);
  }

  /** The entries of a partition from one offset to before another. */
  void read(TopicPartition partition, long from, long to, EntryTaker taker) {
    reader.read(
        partition,
        from,
        to,
        record -> entry(record).ifPresent(entry -> taker.accept(entry, record.timestamp())));
  }

  private Optional<LogEntry> entry(ConsumerRecord<byte[], byte[]> record) {
    try {
      LogEntry entry = EventCodec.decodeLogEntry(record.key(), record.value());
      return topic.partitionOf(record.key()).partition() == record.partition()
          ? Optional.of(entry)
          : Optional.empty();
    } catch (InvalidEventException e) {
      return Optional.empty();
    }
  }

  /** An entry, and when it was appended. */
  @FunctionalInterface
  interface EntryTaker {
    void accept(LogEntry entry, long appendedAtMillis);
  }
}
