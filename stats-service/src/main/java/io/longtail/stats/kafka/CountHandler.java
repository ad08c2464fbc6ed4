package io.longtail.stats.kafka;

import io.longtail.events.Topic;
import io.longtail.service.kafka.BatchHandler;
import io.longtail.service.kafka.TopicNames;
import io.longtail.stats.CountApplier;
import io.longtail.stats.StatsMetrics;
import jakarta.inject.Singleton;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Hands a batch of either topic to the applier. */
@Singleton
class CountHandler implements BatchHandler {
  private final CountApplier applier;
  private final StatsMetrics metrics;
  private final String followerChanges;

  CountHandler(CountApplier applier, StatsMetrics metrics, TopicNames topics) {
    this.applier = applier;
    this.metrics = metrics;
    this.followerChanges = topics.of(Topic.FOLLOWER_CHANGES);
  }

  @Override
  public void handle(
      TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> batch, long next) {
    if (batch.isEmpty()) {
      return;
    }
    CountRecords records =
        partition.topic().equals(followerChanges)
            ? CountRecords.ofFollowerChanges(batch)
            : CountRecords.ofFollowingCounts(batch);
    applier.apply(records.byUser());
    metrics.unknownType(records.unknownType());
    metrics.undecodable(records.undecodable());
    metrics.batchDone();
  }
}
