package io.longtail.stats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.events.Cause;
import io.longtail.events.EventCodec;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerId;
import io.longtail.events.FollowingCount;
import io.longtail.events.Topic;
import io.longtail.events.UserStats;
import io.longtail.stats.counts.CountRecord;
import io.longtail.stats.counts.CountRecord.FollowerCountAt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Plays follower-service on the topics that are read, and user-service on the one written. */
final class TestTopics implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Admin admin;
  private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

  TestTopics(String bootstrapServers) {
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    admin = Admin.create(settings);
    consumer.assign(partitionsOf(Topic.USER_STATS));
    consumer.seekToBeginning(consumer.assignment());
  }

  private static List<TopicPartition> partitionsOf(Topic topic) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (int partition = 0; partition < Topic.PARTITIONS_DEFAULT; partition++) {
      partitions.add(new TopicPartition(topic.baseName(), partition));
    }
    return partitions;
  }

  void send(String userId, CountRecord record) {
    boolean isChange = record instanceof FollowerCountAt;
    byte[] value =
        isChange
            ? EventCodec.encode(
                new FollowerAdded(
                    new FolloweeId(userId),
                    new FollowerId("f"),
                    record.sequence(),
                    record.count(),
                    Instant.EPOCH,
                    Cause.USER))
            : EventCodec.encode(
                new FollowingCount(new FollowerId(userId), record.count(), record.sequence()));
    send(isChange ? Topic.FOLLOWER_CHANGES : Topic.FOLLOWING_COUNTS, userId, value);
  }

  void send(Topic topic, String key, byte[] value) {
    producer.send(new ProducerRecord<>(topic.baseName(), key.getBytes(UTF_8), value));
  }

  void flush() {
    producer.flush();
  }

  /** Everything published of a user so far, in order. */
  List<UserStats> publishedOf(String userId) {
    return recordsOf(userId).stream()
        .map(record -> EventCodec.decodeUserStats(record.value()))
        .toList();
  }

  List<ConsumerRecord<byte[], byte[]>> recordsOf(String userId) {
    readToTheEnd();
    return seen.stream().filter(r -> new String(r.key(), UTF_8).equals(userId)).toList();
  }

  /** What a compacted topic keeps: the last one of each user. */
  Map<String, UserStats> lastPublished() {
    readToTheEnd();
    Map<String, UserStats> last = new HashMap<>();
    seen.forEach(r -> last.put(new String(r.key(), UTF_8), EventCodec.decodeUserStats(r.value())));
    return last;
  }

  private void readToTheEnd() {
    for (var end : consumer.endOffsets(consumer.assignment()).entrySet()) {
      while (consumer.position(end.getKey()) < end.getValue()) {
        consumer.poll(Duration.ofMillis(100)).forEach(seen::add);
      }
    }
  }

  /** Records of both topics that the service's group has not committed yet. */
  long lag() {
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin.listConsumerGroupOffsets("stats-service").partitionsToOffsetAndMetadata().get();
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      for (Topic topic : List.of(Topic.FOLLOWER_CHANGES, Topic.FOLLOWING_COUNTS)) {
        partitionsOf(topic).forEach(partition -> latest.put(partition, OffsetSpec.latest()));
      }
      long lag = 0;
      for (var end : admin.listOffsets(latest).all().get().entrySet()) {
        OffsetAndMetadata offset = committed.get(end.getKey());
        lag += end.getValue().offset() - (offset == null ? 0 : offset.offset());
      }
      return lag;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
    admin.close();
  }
}
