package io.longtail.service.kafka;

import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** What a service does with the records of one partition. Any exception means: again, later. */
public interface BatchHandler {

  /**
   * The offset to begin at, once per assignment.
   *
   * @param committed the group's committed offset, if there is one
   * @param beginning the first offset that the partition still holds
   */
  default long startAt(TopicPartition partition, OptionalLong committed, long beginning) {
    return committed.orElse(beginning);
  }

  /** Applies a batch wholly, or throws; after it returned the offset is committed. */
  void handle(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> batch);
}
