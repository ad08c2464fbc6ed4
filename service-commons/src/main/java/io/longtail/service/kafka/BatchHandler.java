package io.longtail.service.kafka;

import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** What a service does with the records of one partition. Any exception means: again, later. */
public interface BatchHandler {

  /** What a partition holds, and up to where the group has committed, if it has. */
  record LogRange(OptionalLong committed, long beginning, long end) {}

  /** The offset to begin at, once per assignment. */
  default long startAt(TopicPartition partition, LogRange range) {
    return range.committed().orElse(range.beginning());
  }

  /** Applies a batch wholly, or throws; after it returned the offset is committed. */
  void handle(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> batch);
}
