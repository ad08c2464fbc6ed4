package io.longtail.followers.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowingCount;
import io.longtail.events.Topic;
import io.longtail.followers.ChangePublisher;
import io.longtail.service.kafka.OrderedPublisher;
import io.longtail.service.kafka.TopicNames;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** Publishes to {@code follower-changes} and {@code following-counts}. */
final class KafkaChangePublisher implements ChangePublisher {
  private final OrderedPublisher publisher;
  private final String changesTopic;
  private final String countsTopic;

  KafkaChangePublisher(OrderedPublisher publisher, TopicNames topics) {
    this.publisher = publisher;
    this.changesTopic = topics.of(Topic.FOLLOWER_CHANGES);
    this.countsTopic = topics.of(Topic.FOLLOWING_COUNTS);
  }

  @Override
  public void publishChanges(List<FollowerChange> changes) {
    publisher.publish(changes.stream().map(this::record).toList());
  }

  @Override
  public void publishCounts(List<FollowingCount> counts) {
    publisher.publish(counts.stream().map(this::record).toList());
  }

  private ProducerRecord<byte[], byte[]> record(FollowerChange change) {
    return record(
        changesTopic,
        change.key(),
        EventCodec.encode(change),
        CloudEventHeaders.of(EventCodec.typeOf(change), change.key() + "/" + change.sequence()));
  }

  private ProducerRecord<byte[], byte[]> record(FollowingCount count) {
    return record(
        countsTopic,
        count.key(),
        EventCodec.encode(count),
        CloudEventHeaders.of("FOLLOWING_COUNT", count.key() + "/" + count.sequence()));
  }

  // Without a partition: the client takes murmur2 of the key, as the contract says.
  private static ProducerRecord<byte[], byte[]> record(
      String topic, String key, byte[] value, List<Header> headers) {
    return new ProducerRecord<>(topic, null, null, key.getBytes(UTF_8), value, headers);
  }
}
