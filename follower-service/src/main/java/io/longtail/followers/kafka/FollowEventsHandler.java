package io.longtail.followers.kafka;

import io.longtail.events.EventCodec;
import io.longtail.events.InvalidEventException;
import io.longtail.events.LogEntry;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.LogReplacedException;
import io.longtail.followers.Progress;
import io.longtail.followers.StoredSchema;
import io.longtail.followers.edgelist.LogPosition;
import io.longtail.followers.kafka.DeadLetters.DeadLetter;
import io.longtail.service.kafka.BatchHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    long epoch = log.identify().epoch();
    Map<Integer, Long> applied = progress.applied(epoch);
    Map<TopicPartition, Long> starts = new HashMap<>();
    ranges.forEach(
        (partition, range) ->
            starts.put(partition, startAt(partition, range, applied.get(partition.partition()))));
    return starts;
  }

  private long startAt(TopicPartition partition, LogRange range, Long applied) {
    if (applied != null && range.end() <= applied) {
      throw new LogReplacedException(
          partition
              + " ends at "
              + range.end()
              + ", but is applied up to "
              + applied
              + ": part of the log is lost, or it is another one");
    }
    long afterApplied = applied == null ? range.beginning() : applied + 1;
    done.put(partition.partition(), afterApplied - 1);
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
    LogTopic.Identity identity = log.identity();
    EventBatch batch = new EventBatch(identity.epoch(), partition.partition());
    List<DeadLetter> refused = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      try {
        batch.add(record.offset(), decode(record, identity), record.timestamp());
      } catch (InvalidEventException e) {
        refused.add(new DeadLetter(record, e.getMessage()));
      }
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
  }

  /** After the good records: a batch that is tried again must not send its bad ones each time. */
  private void bury(int partition, List<DeadLetter> refused) {
    long doneUpTo = done.getOrDefault(partition, -1L);
    List<DeadLetter> fresh =
        refused.stream().filter(letter -> letter.record().offset() > doneUpTo).toList();
    deadLetters.publish(fresh);
    metrics.refused(fresh.size());
  }

  private static LogEntry decode(
      ConsumerRecord<byte[], byte[]> record, LogTopic.Identity identity) {
    LogEntry entry = EventCodec.decodeLogEntry(record.key(), record.value());
    int right = identity.partitionOf(record.key());
    if (record.partition() != right) {
      throw new InvalidEventException(
          "record must be in partition " + right + ", the murmur2 partition of its key");
    }
    return entry;
  }
}
