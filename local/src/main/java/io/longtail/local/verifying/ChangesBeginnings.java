package io.longtail.local.verifying;

import io.longtail.local.stored.StoredLists;
import io.longtail.local.topics.TopicReader;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the partitions of {@code follower-changes} begin now.
 *
 * @param laterEpoch whether the lists go by a log that was created anew: then this topic may have
 *     been, too, and begin anywhere at offset 0
 */
record ChangesBeginnings(Map<TopicPartition, Long> offsets, boolean laterEpoch) {

  static ChangesBeginnings read(
      TopicReader reader, Collection<TopicPartition> partitions, StoredLists lists) {
    return new ChangesBeginnings(reader.beginnings(partitions), lists.epoch() > 1);
  }

  long of(TopicPartition partition) {
    return offsets.get(partition);
  }

  /** Whether earlier changes of a followee may be gone from a partition. */
  boolean areLost(TopicPartition partition) {
    return laterEpoch || of(partition) > 0;
  }
}
