package io.longtail.service.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** What a service does with the records of one partition. Any exception means: again, later. */
public interface BatchHandler {

  /** What a partition holds, and up to where the group has committed, if it has. */
  record LogRange(OptionalLong committed, long beginning, long end) {}

  /**
   * The offset to begin at, for each of the partitions: at an assignment, and again after a batch
   * has failed.
   */
  default Map<TopicPartition, Long> startAt(Map<TopicPartition, LogRange> ranges) {
    Map<TopicPartition, Long> starts = new HashMap<>();
    ranges.forEach(
        (partition, range) -> starts.put(partition, range.committed().orElse(range.beginning())));
    return starts;
  }

  /**
   * Applies a batch wholly, or throws; after it returned, {@code next} is committed.
   *
   * @param batch empty where the log holds nothing but what no reader gets to see: the marks of
   *     transactions, and what was aborted
   * @param next the offset where the partition goes on, past all of that
   */
  void handle(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> batch, long next);
}
