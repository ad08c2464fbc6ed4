package io.longtail.followers.kafka;

import io.longtail.events.EventCodec;
import io.longtail.events.InvalidEventException;
import io.longtail.events.LogEntry;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.Progress;
import io.longtail.followers.StoredSchema;
import io.longtail.followers.edgelist.LogPosition;
import io.longtail.followers.kafka.DeadLetters.DeadLetter;
import io.longtail.service.kafka.BatchHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * A batch of records: those that are events are applied, the others become dead letters, one by
 * one; only then the partition's progress moves on.
 */
final class FollowEventsHandler implements BatchHandler {
  private static final Logger LOG = Logger.getLogger(FollowEventsHandler.class);

  private final LogTopic log;
  private final FollowEventApplier applier;
  private final DeadLetters deadLetters;
  private final Progress progress;
  private final StoredSchema schema;
  private final ApplierMetrics metrics;

  /** The last offset of each partition that is known to be wholly done with. */
  private final Map<Integer, Long> done = new ConcurrentHashMap<>();

  /**
   * Dead letters of a batch that is not done with: one that cannot be sent waits, they stay sent.
   */
  private final Map<Integer, Set<Long>> buried = new ConcurrentHashMap<>();

  /** The epoch under which each partition was begun. */
  private final Map<Integer, Long> epochs = new ConcurrentHashMap<>();

  private volatile boolean schemaEnsured;

  FollowEventsHandler(
      LogTopic log,
      FollowEventApplier applier,
      DeadLetters deadLetters,
      Progress progress,
      StoredSchema schema,
      ApplierMetrics metrics) {
    this.log = log;
    this.applier = applier;
    this.deadLetters = deadLetters;
    this.progress = progress;
    this.schema = schema;
    this.metrics = metrics;
  }

  /**
   * The lower of the group's offset and the lists' own progress: lists restored from a backup catch
   * up, and a group that lost its offsets does not skip.
   */
  @Override
  public Map<TopicPartition, Long> startAt(Map<TopicPartition, LogRange> ranges) {
    ensureSchemaOnce();
    long epoch =
        log.requireWhole(ranges.keySet().stream().map(TopicPartition::partition).toList()).epoch();
    Map<Integer, Long> applied = progress.applied(epoch);
    Map<TopicPartition, Long> starts = new HashMap<>();
    ranges.forEach(
        (partition, range) -> {
          long afterApplied = applied.getOrDefault(partition.partition(), -1L) + 1;
          done.put(partition.partition(), afterApplied - 1);
          if (!Objects.equals(epochs.put(partition.partition(), epoch), epoch)) {
            buried.remove(partition.partition()); // offsets of another log
          }
          starts.put(partition, startAt(range, afterApplied));
        });
    return starts;
  }

  private static long startAt(LogRange range, long afterApplied) {
    return Math.max(
        range.beginning(), Math.min(range.committed().orElse(range.beginning()), afterApplied));
  }

  private void ensureSchemaOnce() {
    if (!schemaEnsured) {
      schema.ensure();
      schemaEnsured = true;
    }
  }

  @Override
  public void handle(
      TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, long next) {
    LogTopic.Identity identity = log.freshIdentity();
    requireSameEpoch(partition.partition(), identity.epoch());
    EventBatch batch = new EventBatch(identity.epoch(), partition.partition());
    List<DeadLetter> refused = new ArrayList<>();
    boolean misplaced = false;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      try {
        batch.add(record.offset(), decode(record, identity), record.timestamp());
      } catch (InvalidEventException e) {
        refused.add(new DeadLetter(record, e.getMessage()));
        misplaced |= isMisplaced(record, identity);
      }
    }
    if (misplaced) {
      log.identify(); // that the topic was not grown a moment ago: then they may be well placed
    }
    FollowEventApplier.Result result = metrics.timed(records.size(), () -> applier.apply(batch));
    if (result == FollowEventApplier.Result.DROPPED_OLD_EPOCH) {
      LOG.warnf("dropped %d records of %s: the lists go by a later log", records.size(), partition);
      return;
    }
    long last = next - 1;
    bury(partition.partition(), refused);
    progress.advance(new LogPosition(identity.epoch(), partition.partition(), last));
    done.merge(partition.partition(), last, Math::max);
    buried.remove(partition.partition());
  }

  // Offsets that were begun under one epoch say nothing under the next.
  private void requireSameEpoch(int partition, long epoch) {
    if (epochs.getOrDefault(partition, epoch) != epoch) {
      throw new IllegalStateException(
          "another log was adopted while this one was read: the partition begins again");
    }
  }

  /** After the good records: a batch that is tried again must not send its bad ones each time. */
  private void bury(int partition, List<DeadLetter> refused) {
    long doneUpTo = done.getOrDefault(partition, -1L);
    Set<Long> buriedHere = buried.computeIfAbsent(partition, x -> ConcurrentHashMap.newKeySet());
    List<DeadLetter> fresh =
        refused.stream()
            .filter(letter -> letter.record().offset() > doneUpTo)
            .filter(letter -> !buriedHere.contains(letter.record().offset()))
            .toList();
    deadLetters.publish(
        fresh,
        letter -> {
          buriedHere.add(letter.record().offset());
          metrics.refused(1);
        });
  }

  private static LogEntry decode(
      ConsumerRecord<byte[], byte[]> record, LogTopic.Identity identity) {
    LogEntry entry = EventCodec.decodeLogEntry(record.key(), record.value());
    if (isMisplaced(record, identity)) {
      throw new InvalidEventException(
          "record must be in partition "
              + identity.partitionOf(record.key())
              + ", the murmur2 partition of its key");
    }
    return entry;
  }

  private static boolean isMisplaced(
      ConsumerRecord<byte[], byte[]> record, LogTopic.Identity identity) {
    return record.key() != null && record.partition() != identity.partitionOf(record.key());
  }
}
