package io.longtail.service.kafka;

import io.longtail.service.kafka.BatchHandler.LogRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jboss.logging.Logger;

/**
 * One member of a consumer group on one thread. It gives each partition's records to a {@link
 * BatchHandler}, one batch strictly after another, and commits after each.
 *
 * <p>A batch that fails is never skipped: its partition is paused and, after a growing pause, begun
 * again where the handler says, while the other partitions go on and the member stays in its group.
 * Until it succeeds the partition is in {@link #stalls()}. So is it with any failure that nobody
 * thought of: every partition is begun again.
 */
public final class LogReader implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LogReader.class);
  private static final Duration POLL = Duration.ofMillis(250);

  /**
   * Of each of the three questions to the broker before partitions are begun, however many there
   * are: 15 s of the 300 s (max.poll.interval.ms) after which the group would give up the member.
   */
  private static final Duration ASK_MAX = Duration.ofSeconds(5);

  private static final Duration COMMIT_MAX = Duration.ofSeconds(5);
  private static final Duration RETRY_FIRST = Duration.ofMillis(100);
  private static final Duration RETRY_MAX = Duration.ofSeconds(5);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  /**
   * How long a stop waits for the batch in hand before it is given up, which costs nothing but a
   * repeat; and how long then for leaving the group. Together below the 20 s and 30 s after which a
   * process that was told to end is killed.
   */
  private static final Duration BATCH_IN_HAND_MAX = Duration.ofSeconds(8);

  private static final Duration LEAVE_MAX = Duration.ofSeconds(5);

  /** A partition that does not get on: since when, and what its last attempt said. */
  public record Stall(
      Instant since, int attempts, String reason, Instant retryAt, boolean beforeFirstBatch) {}

  private final Consumer<byte[], byte[]> consumer;
  private final Collection<String> topics;
  private final BatchHandler handler;
  private final Thread thread;

  /** Assigned partitions of which the place to begin is not yet known. Reader's thread only. */
  private final Set<TopicPartition> unplaced = new HashSet<>();

  private final Map<TopicPartition, Stall> stalls = new ConcurrentHashMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile String failure;

  public LogReader(
      String name,
      Consumer<byte[], byte[]> consumer,
      Collection<String> topics,
      BatchHandler handler) {
    this.consumer = consumer;
    this.topics = List.copyOf(topics);
    this.handler = handler;
    this.thread = new Thread(this::run, name);
  }

  public void start() {
    thread.start();
  }

  public Map<TopicPartition, Stall> stalls() {
    return Map.copyOf(stalls);
  }

  /** Why nothing at all can be read now, if so. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /**
   * False once the thread has ended: when told to, by an error of the JVM, or when the consumer
   * cannot be used any more.
   */
  public boolean isAlive() {
    return thread.isAlive();
  }

  /**
   * Finishes the batch in hand, commits it and leaves the group, all within a bounded time: a batch
   * that waits for a store that is away is given up.
   */
  @Override
  public void close() {
    stopping.countDown();
    consumer.wakeup();
    try {
      thread.join(BATCH_IN_HAND_MAX.toMillis());
      if (thread.isAlive()) {
        LOG.warnf("the batch in hand of %s is given up", topics);
        thread.interrupt();
        thread.join(LEAVE_MAX.plus(AFTER_FAILURE).toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      consumer.subscribe(topics, new Assignments());
      while (isRunning()) {
        pollOnce();
      }
    } finally {
      leave();
    }
  }

  // An interrupt has done its work by now; the consumer would not say goodbye to the group with it.
  private void leave() {
    boolean interrupted = Thread.interrupted();
    try {
      consumer.close(CloseOptions.timeout(LEAVE_MAX));
    } catch (KafkaException e) {
      LOG.debugf("leaving the group of %s: %s", topics, e.toString());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void pollOnce() {
    try {
      placeWhatIsDue();
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      failure = null;
      for (Map.Entry<TopicPartition, OffsetAndMetadata> next : records.nextOffsets().entrySet()) {
        if (!isRunning()) {
          return; // uncommitted: the next owner of the partition gets them
        }
        handle(next.getKey(), records.records(next.getKey()), next.getValue().offset());
      }
    } catch (WakeupException e) {
      // close() was called; the loop's condition ends it
    } catch (InterruptException e) {
      stopping.countDown(); // who interrupts the thread wants it to end
    } catch (RuntimeException e) {
      if (failure == null) {
        LOG.errorf(e, "reading %s failed, begins again", topics);
      } else {
        LOG.errorf("reading %s still fails: %s", topics, e.toString());
      }
      failure = e.toString();
      placeAllAnew();
      awaitStop(AFTER_FAILURE);
    }
  }

  /**
   * After a failure anywhere: what was polled and not handled must not be passed over. If this
   * fails as well the thread ends, and the service is not alive.
   */
  private void placeAllAnew() {
    Set<TopicPartition> assigned = consumer.assignment();
    consumer.pause(assigned);
    unplaced.clear();
    unplaced.addAll(assigned);
  }

  private boolean isRunning() {
    return stopping.getCount() > 0;
  }

  private void awaitStop(Duration atMost) {
    try {
      stopping.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stopping.countDown();
      Thread.currentThread().interrupt();
    }
  }

  private void placeWhatIsDue() {
    if (unplaced.isEmpty()) {
      return;
    }
    // A group may take a partition without telling first.
    Set<TopicPartition> assigned = consumer.assignment();
    unplaced.retainAll(assigned);
    stalls.keySet().retainAll(assigned);
    Instant now = Instant.now();
    Set<TopicPartition> fresh =
        unplaced.stream().filter(each -> !stalls.containsKey(each)).collect(Collectors.toSet());
    if (!fresh.isEmpty()) {
      place(fresh);
    }
    // What failed before is asked about alone: a partition without a leader must not hold up the
    // others. At most one question in vain between two polls, and each has its turn.
    for (TopicPartition partition : due(now)) {
      if (!isRunning() || !place(Set.of(partition))) {
        return;
      }
    }
  }

  private List<TopicPartition> due(Instant now) {
    return stalls.entrySet().stream()
        .filter(each -> unplaced.contains(each.getKey()))
        .filter(each -> !now.isBefore(each.getValue().retryAt()))
        .sorted(Comparator.comparing(each -> each.getValue().retryAt()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Seeks partitions to where the handler wants to begin, all with one question to each. False if
   * that failed.
   */
  private boolean place(Set<TopicPartition> partitions) {
    try {
      Map<TopicPartition, Long> starts = handler.startAt(ranges(partitions));
      for (TopicPartition partition : partitions) {
        consumer.seek(partition, starts.get(partition));
        consumer.resume(Set.of(partition));
        unplaced.remove(partition);
        // What a batch has failed at is over when it succeeds, and not before.
        stalls.computeIfPresent(partition, (key, stall) -> stall.beforeFirstBatch() ? null : stall);
      }
      return true;
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (RuntimeException e) {
      // Those that were placed before one failed are read twice at worst.
      partitions.stream()
          .filter(unplaced::contains)
          .forEach(partition -> stall(partition, e, true));
      return false;
    }
  }

  private Map<TopicPartition, LogRange> ranges(Set<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(partitions, ASK_MAX);
    Map<TopicPartition, Long> beginning = consumer.beginningOffsets(partitions, ASK_MAX);
    Map<TopicPartition, Long> end = consumer.endOffsets(partitions, ASK_MAX);
    Map<TopicPartition, LogRange> ranges = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata offset = committed.get(partition);
      ranges.put(
          partition,
          new LogRange(
              offset == null ? OptionalLong.empty() : OptionalLong.of(offset.offset()),
              beginning.get(partition),
              end.get(partition)));
    }
    return ranges;
  }

  private void handle(
      TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> batch, long next) {
    try {
      handler.handle(partition, batch, next);
    } catch (RuntimeException e) {
      consumer.pause(Set.of(partition));
      unplaced.add(partition);
      stall(partition, e, false);
      return;
    }
    if (stalls.remove(partition) != null) {
      LOG.infof("%s goes on", partition);
    }
    commit(partition, next);
  }

  private void stall(TopicPartition partition, RuntimeException failure, boolean beforeFirstBatch) {
    Instant now = Instant.now();
    Stall last = stalls.get(partition);
    int attempts = last == null ? 1 : last.attempts() + 1;
    long backoffMillis =
        Math.min(RETRY_MAX.toMillis(), RETRY_FIRST.toMillis() << Math.min(attempts - 1, 10));
    stalls.put(
        partition,
        new Stall(
            last == null ? now : last.since(),
            attempts,
            failure.toString(),
            now.plusMillis(backoffMillis),
            beforeFirstBatch && (last == null || last.beforeFirstBatch())));
    if (last == null) {
      LOG.warnf(failure, "%s stalls", partition);
    } else {
      LOG.warnf("%s still stalls, attempt %d: %s", partition, attempts, failure.toString());
    }
  }

  // A commit that fails costs nothing but a repeat: every handler is idempotent.
  private void commit(TopicPartition partition, long offset) {
    try {
      commitOnce(partition, offset);
    } catch (WakeupException e) {
      commitOnce(partition, offset); // close() was called while the batch was in hand
    }
  }

  private void commitOnce(TopicPartition partition, long offset) {
    try {
      consumer.commitSync(Map.of(partition, new OffsetAndMetadata(offset)), COMMIT_MAX);
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.debugf("offset %d of %s not committed: %s", offset, partition, e.toString());
    }
  }

  private final class Assignments implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      consumer.pause(partitions); // until placed
      // Any place will do meanwhile: a consumer that does not reset offsets wants to have one.
      partitions.forEach(partition -> consumer.seek(partition, 0));
      unplaced.addAll(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      forget(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      forget(partitions);
    }

    private void forget(Collection<TopicPartition> partitions) {
      unplaced.removeAll(partitions);
      partitions.forEach(stalls::remove);
    }
  }
}
