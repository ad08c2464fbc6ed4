package io.longtail.local.verifying;

import io.longtail.events.Topic;
import io.longtail.local.importing.StoredProgress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether what was asked has arrived everywhere: the log in the lists, the changes of the lists in
 * the counts. New requests meanwhile do not matter: it is about the log as it was at the question.
 */
final class Drain {
  private static final Duration ASK_AGAIN_AFTER = Duration.ofMillis(200);

  private final Admin admin;
  private final StoredProgress applied;
  private final String prefix;

  Drain(Admin admin, StoredProgress applied, String prefix) {
    this.admin = admin;
    this.applied = applied;
    this.prefix = prefix;
  }

  /** The end of the log now, per partition: the offset of the next event. */
  Map<Integer, Long> logEnd() {
    Map<Integer, Long> end = new HashMap<>();
    ends(List.of(Topic.FOLLOW_EVENTS))
        .forEach((partition, offset) -> end.put(partition.partition(), offset));
    return end;
  }

  /**
   * Waits until everything up to the end of the log has arrived.
   *
   * @return false if it has not within the time
   */
  boolean await(Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    Map<Integer, Long> logEnd = logEnd();
    if (!await(deadline, () -> isApplied(logEnd))) {
      return false;
    }
    Map<TopicPartition, Long> changesEnd =
        ends(List.of(Topic.FOLLOWER_CHANGES, Topic.FOLLOWING_COUNTS));
    return await(deadline, () -> isCounted(changesEnd));
  }

  private static boolean await(long deadline, java.util.function.BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(ASK_AGAIN_AFTER.toNanos());
    }
    return true;
  }

  private boolean isApplied(Map<Integer, Long> logEnd) {
    Map<Integer, Long> offsets = applied.read();
    return logEnd.entrySet().stream()
        .allMatch(end -> offsets.getOrDefault(end.getKey(), -1L) >= end.getValue() - 1);
  }

  private boolean isCounted(Map<TopicPartition, Long> changesEnd) {
    Map<TopicPartition, OffsetAndMetadata> committed =
        answer(
            () ->
                admin
                    .listConsumerGroupOffsets(prefix + "stats-service")
                    .partitionsToOffsetAndMetadata()
                    .get());
    return changesEnd.entrySet().stream()
        .allMatch(
            end -> {
              OffsetAndMetadata offset = committed.get(end.getKey());
              return end.getValue() == 0 || (offset != null && offset.offset() >= end.getValue());
            });
  }

  private Map<TopicPartition, Long> ends(List<Topic> topics) {
    List<String> names = topics.stream().map(topic -> topic.name(prefix)).toList();
    Map<String, TopicDescription> descriptions =
        answer(() -> admin.describeTopics(names).allTopicNames().get());
    Map<TopicPartition, OffsetSpec> latest =
        descriptions.values().stream()
            .flatMap(
                topic ->
                    topic.partitions().stream()
                        .map(each -> new TopicPartition(topic.name(), each.partition())))
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    answer(() -> admin.listOffsets(latest).all().get())
        .forEach((partition, result) -> ends.put(partition, result.offset()));
    return ends;
  }

  /** A question to the broker that may fail in the usual ways. */
  @FunctionalInterface
  private interface Question<T> {
    T ask() throws ExecutionException, InterruptedException;
  }

  private static <T> T answer(Question<T> question) {
    try {
      return question.ask();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka: " + e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
