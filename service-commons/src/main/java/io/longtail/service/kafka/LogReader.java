package io.longtail.service.kafka;

import io.longtail.service.kafka.BatchHandler.LogRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
 * <p>A batch that fails is never skipped: its partition is paused, set back to the batch's first
 * record and tried again after a growing pause, while the other partitions go on and the member
 * stays in its group. Until it succeeds the partition is in {@link #stalls()}.
 */
public final class LogReader implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LogReader.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration COMMIT_MAX = Duration.ofSeconds(5);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(10);
  private static final Duration RETRY_FIRST = Duration.ofMillis(100);
  private static final Duration RETRY_MAX = Duration.ofSeconds(5);

  /** A partition that does not get on: since when, and what its last attempt said. */
  public record Stall(Instant since, int attempts, String reason, Instant retryAt) {}

  private final Consumer<byte[], byte[]> consumer;
  private final Collection<String> topics;
  private final BatchHandler handler;
  private final Thread thread;

  /** Assigned partitions of which the place to begin is not yet known. Reader's thread only. */
  private final Set<TopicPartition> unplaced = new HashSet<>();

  private final Map<TopicPartition, Stall> stalls = new ConcurrentHashMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);

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

  /**
   * False once the thread has ended, which it does only when told to, or by an error of the JVM.
   */
  public boolean isAlive() {
    return thread.isAlive();
  }

  /** Finishes the batch in hand, commits it and leaves the group. Returns when that is done. */
  @Override
  public void close() {
    stopping.countDown();
    consumer.wakeup();
    try {
      thread.join(CLOSE_MAX.multipliedBy(3).toMillis());
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
      consumer.close(CloseOptions.timeout(CLOSE_MAX));
    }
  }

  private void pollOnce() {
    try {
      retryWhatIsDue();
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      for (TopicPartition partition : records.partitions()) {
        List<ConsumerRecord<byte[], byte[]>> batch = records.records(partition);
        if (isRunning()) {
          handle(partition, batch);
        } else {
          return; // uncommitted: the next owner of the partition gets them
        }
      }
    } catch (WakeupException e) {
      // close() was called; the loop's condition ends it
    } catch (InterruptException e) {
      stopping.countDown(); // who interrupts the thread wants it to end
    } catch (KafkaException e) {
      LOG.warnf("reading %s failed, goes on: %s", topics, e.toString());
      awaitStop(RETRY_FIRST.multipliedBy(10));
    }
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

  private void retryWhatIsDue() {
    Instant now = Instant.now();
    for (TopicPartition partition : List.copyOf(unplaced)) {
      if (isDue(partition, now)) {
        place(partition);
      }
    }
    for (Map.Entry<TopicPartition, Stall> stall : stalls.entrySet()) {
      if (!unplaced.contains(stall.getKey()) && !now.isBefore(stall.getValue().retryAt())) {
        consumer.resume(Set.of(stall.getKey()));
      }
    }
  }

  private boolean isDue(TopicPartition partition, Instant now) {
    Stall stall = stalls.get(partition);
    return stall == null || !now.isBefore(stall.retryAt());
  }

  /** Seeks a newly assigned partition to where its handler wants to begin. */
  private void place(TopicPartition partition) {
    try {
      OffsetAndMetadata committed = consumer.committed(Set.of(partition)).get(partition);
      long beginning = consumer.beginningOffsets(Set.of(partition)).get(partition);
      long end = consumer.endOffsets(Set.of(partition)).get(partition);
      OptionalLong committedOffset =
          committed == null ? OptionalLong.empty() : OptionalLong.of(committed.offset());
      long start = handler.startAt(partition, new LogRange(committedOffset, beginning, end));
      consumer.seek(partition, start);
      unplaced.remove(partition);
      stalls.remove(partition);
      consumer.resume(Set.of(partition));
    } catch (WakeupException e) {
      throw e;
    } catch (RuntimeException e) {
      stall(partition, e);
    }
  }

  private void handle(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> batch) {
    try {
      handler.handle(partition, batch);
    } catch (RuntimeException e) {
      consumer.seek(partition, batch.get(0).offset());
      consumer.pause(Set.of(partition));
      stall(partition, e);
      return;
    }
    if (stalls.remove(partition) != null) {
      LOG.infof("%s goes on", partition);
    }
    commit(partition, batch.get(batch.size() - 1).offset() + 1);
  }

  private void stall(TopicPartition partition, RuntimeException failure) {
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
            now.plusMillis(backoffMillis)));
    if (last == null) {
      LOG.warnf(failure, "%s stalls", partition);
    } else {
      LOG.warnf("%s still stalls, attempt %d: %s", partition, attempts, failure.toString());
    }
  }

  // A commit that fails costs nothing but a repeat: every handler is idempotent.
  private void commit(TopicPartition partition, long offset) {
    try {
      consumer.commitSync(Map.of(partition, new OffsetAndMetadata(offset)), COMMIT_MAX);
    } catch (WakeupException e) {
      consumer.commitSync(Map.of(partition, new OffsetAndMetadata(offset)), COMMIT_MAX);
    } catch (KafkaException e) {
      LOG.debugf("offset %d of %s not committed: %s", offset, partition, e.toString());
    }
  }

  private final class Assignments implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      consumer.pause(partitions); // until placed
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
