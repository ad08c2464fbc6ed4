package io.longtail.service.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogReaderTest {
  private static final String TOPIC = "log";
  private static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
  private static final TopicPartition P1 = new TopicPartition(TOPIC, 1);

  private final ReplayingConsumer consumer = new ReplayingConsumer();
  private final RecordedBatches handler = new RecordedBatches();
  private final LogReader reader = new LogReader("test-reader", consumer, List.of(TOPIC), handler);

  @AfterEach
  void close() {
    reader.close();
  }

  @Test
  void batchesOfAPartitionAreHandledInOrderAndCommittedAfterwards() {
    start(10, 0);

    await().until(() -> handler.offsets(P0).size() == 10);
    assertThat(handler.offsets(P0)).isSorted();
    await().until(() -> committed(P0) == 10);
  }

  @Test
  void aFailingBatchIsTriedAgainFromItsFirstRecordAndNeverSkipped() {
    handler.failing.put(P0, 3);
    start(5, 0);

    await().until(() -> handler.offsets(P0).size() == 5);
    assertThat(handler.offsets(P0)).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(handler.begun(P0)).hasSize(4);
    await().until(() -> reader.stalls().isEmpty());
  }

  /** Done before it, it would publish wrong changes and move the watermark past the failed one. */
  @Test
  void theNextBatchOfAPartitionWaitsForOneThatFails() {
    consumer.batchMax = 2;
    handler.failing.put(P0, 3);
    start(6, 0);

    await().until(() -> handler.offsets(P0).size() == 6);
    assertThat(handler.begun(P0)).containsExactly(0L, 0L, 0L, 0L, 2L, 4L);
    assertThat(handler.offsets(P0)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    await().until(() -> committed(P0) == 6);
  }

  @Test
  void aStalledPartitionDoesNotHoldUpTheOthersAndIsTold() {
    handler.failing.put(P0, Integer.MAX_VALUE);
    start(5, 7);

    await().until(() -> handler.offsets(P1).size() == 7);
    await().until(() -> reader.stalls().containsKey(P0));
    assertThat(reader.stalls().get(P0).reason()).contains("not now");
    assertThat(reader.stalls()).doesNotContainKey(P1);
    assertThat(handler.offsets(P0)).isEmpty();
    assertThat(committed(P0)).as("nothing of it is committed").isEqualTo(-1);
    assertThat(reader.isAlive()).isTrue();
  }

  @Test
  void aPartitionBeginsWhereItsHandlerSays() {
    handler.startAt = 4;
    start(10, 0);

    await().until(() -> committed(P0) == 10);
    assertThat(handler.offsets(P0)).containsExactly(4L, 5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void aPartitionWhosePlaceIsNotKnownWaitsForIt() {
    handler.startFailures = 2;
    start(3, 0);

    await().until(() -> handler.offsets(P0).size() == 3);
    assertThat(handler.offsets(P0)).containsExactly(0L, 1L, 2L);
  }

  @Test
  void aPollThatFailsEndsNothing() {
    consumer.setPollException(new KafkaException("the broker is away"));
    start(3, 0);

    await().until(() -> handler.offsets(P0).size() == 3);
    assertThat(reader.isAlive()).isTrue();
  }

  @Test
  void aFailureNobodyThoughtOfEndsNothingAndSkipsNothing() {
    consumer.failNextPause = true; // as when the group has taken the partition without telling
    handler.failing.put(P0, 1);
    start(5, 4);

    await().until(() -> handler.offsets(P0).size() == 5);
    await().until(() -> handler.offsets(P1).containsAll(List.of(0L, 1L, 2L, 3L)));
    assertThat(handler.offsets(P0)).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(reader.isAlive()).isTrue();
    await().until(() -> reader.failure().isEmpty());
  }

  @Test
  void aReaderWhoseConsumerIsOfNoUseAnyMoreIsNotAlive() {
    start(1, 0);
    await().until(() -> handler.offsets(P0).size() == 1);

    consumer.schedulePollTask(consumer::close); // nothing can be asked of it from here on

    await().dontCatchUncaughtExceptions().until(() -> !reader.isAlive());
  }

  @Test
  void allPartitionsOfAnAssignmentArePlacedWithOneQuestion() {
    start(3, 3);

    await().until(() -> handler.offsets(P0).size() == 3 && handler.offsets(P1).size() == 3);
    assertThat(handler.startQuestions).containsExactly(Set.of(P0, P1));
    assertThat(consumer.committedQuestions).containsExactly(Set.of(P0, P1));
  }

  @Test
  void aPartitionWithoutALeaderDoesNotKeepTheOthersFromBeginning() {
    consumer.leaderless = P0;
    start(3, 3);

    await().until(() -> handler.offsets(P1).size() == 3);
    assertThat(reader.stalls()).containsOnlyKeys(P0);
    assertThat(handler.offsets(P0)).isEmpty();

    consumer.leaderless = null;
    await().until(() -> handler.offsets(P0).size() == 3);
  }

  @Test
  void aFailedBatchBeginsWhereItsHandlerSaysThen() {
    handler.failing.put(P0, 1);
    handler.startAtLater = 2;
    start(5, 0);

    await().until(() -> handler.offsets(P0).size() == 3);
    assertThat(handler.offsets(P0)).containsExactly(2L, 3L, 4L);
  }

  @Test
  void closingWaitsForTheBatchInHandAndCommitsIt() throws Exception {
    handler.holding = new CountDownLatch(1);
    start(3, 0);
    await().until(() -> !handler.begun(P0).isEmpty());

    Thread closing = new Thread(reader::close);
    closing.start();
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    handler.holding.countDown();
    closing.join(30_000);

    assertThat(reader.isAlive()).isFalse();
    assertThat(handler.offsets(P0)).containsExactly(0L, 1L, 2L);
    assertThat(consumer.committedBeforeClose).isEqualTo(3);
  }

  @Test
  void closingGivesUpABatchThatDoesNotEnd() {
    handler.holding = new CountDownLatch(1); // for ever: a store that is away
    start(3, 0);
    await().until(() -> !handler.begun(P0).isEmpty());

    Instant begin = Instant.now();
    reader.close();

    assertThat(reader.isAlive()).isFalse();
    assertThat(consumer.closed()).isTrue();
    assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(20));
    assertThat(consumer.committedBeforeClose).as("not committed").isEqualTo(-1);
  }

  @Test
  void closingEndsTheThreadAndTheConsumer() {
    start(1, 0);
    await().until(() -> handler.offsets(P0).size() == 1);

    reader.close();

    assertThat(reader.isAlive()).isFalse();
    assertThat(consumer.closed()).isTrue();
  }

  private void start(int recordsOfFirst, int recordsOfSecond) {
    Map<TopicPartition, Long> zeros = new HashMap<>(Map.of(P0, 0L, P1, 0L));
    consumer.updateBeginningOffsets(zeros);
    consumer.updateEndOffsets(Map.of(P0, (long) recordsOfFirst, P1, (long) recordsOfSecond));
    consumer.schedulePollTask(
        () -> {
          add(P0, recordsOfFirst);
          add(P1, recordsOfSecond);
          consumer.rebalance(List.of(P0, P1));
        });
    reader.start();
  }

  private void add(TopicPartition partition, int records) {
    consumer.log.put(
        partition,
        IntStream.range(0, records)
            .mapToObj(
                offset ->
                    new ConsumerRecord<byte[], byte[]>(
                        TOPIC, partition.partition(), offset, null, new byte[0]))
            .toList());
  }

  private long committed(TopicPartition partition) {
    var offset = consumer.committed(Collections.singleton(partition)).get(partition);
    return offset == null ? -1 : offset.offset();
  }

  /** A mock that forgets no record: each poll reads from the position on, as from a broker. */
  private static final class ReplayingConsumer extends MockConsumer<byte[], byte[]> {
    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> log = new HashMap<>();

    ReplayingConsumer() {
      super("earliest");
    }

    /** Of each partition, in one poll. */
    private volatile int batchMax = Integer.MAX_VALUE;

    private volatile boolean failNextPause;
    private volatile TopicPartition leaderless;
    private final List<Set<TopicPartition>> committedQuestions = new CopyOnWriteArrayList<>();
    private volatile long committedBeforeClose = -1;

    @Override
    public synchronized Set<TopicPartition> assignment() {
      if (closed()) {
        throw new IllegalStateException("closed"); // as the real one does
      }
      return super.assignment();
    }

    @Override
    public synchronized void pause(Collection<TopicPartition> partitions) {
      if (failNextPause && partitions.size() == 1) {
        failNextPause = false;
        throw new IllegalStateException("No current assignment for partition");
      }
      super.pause(partitions);
    }

    @Override
    public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
        Set<TopicPartition> partitions, Duration timeout) {
      committedQuestions.add(Set.copyOf(partitions));
      return super.committed(partitions, timeout);
    }

    @Override
    public synchronized Map<TopicPartition, Long> beginningOffsets(
        Collection<TopicPartition> partitions, Duration timeout) {
      if (leaderless != null && partitions.contains(leaderless)) {
        throw new TimeoutException(leaderless + " has no leader");
      }
      return super.beginningOffsets(partitions, timeout);
    }

    @Override
    public synchronized void close(CloseOptions options) {
      OffsetAndMetadata committed = closed() ? null : super.committed(Set.of(P0)).get(P0);
      committedBeforeClose = committed == null ? -1 : committed.offset();
      super.close(options);
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      Set<TopicPartition> reading = new HashSet<>(super.assignment());
      reading.removeAll(super.paused());
      for (TopicPartition partition : reading) {
        long position = super.position(partition);
        log.get(partition).stream()
            .filter(record -> record.offset() >= position)
            .limit(batchMax)
            .forEach(this::addRecord);
      }
      return super.poll(timeout);
    }
  }

  /** Notes what succeeded; fails as often as it is told to. */
  private static final class RecordedBatches implements BatchHandler {
    private final Map<TopicPartition, List<Long>> handled = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Integer> failing = new ConcurrentHashMap<>();
    private final Map<TopicPartition, List<Long>> begun = new ConcurrentHashMap<>();
    private volatile int startFailures;
    private volatile long startAt;

    private final List<Set<TopicPartition>> startQuestions = new CopyOnWriteArrayList<>();
    private volatile long startAtLater = -1;
    private volatile CountDownLatch holding = new CountDownLatch(0);

    @Override
    public Map<TopicPartition, Long> startAt(Map<TopicPartition, LogRange> ranges) {
      if (startFailures-- > 0) {
        throw new IllegalStateException("the store is away");
      }
      startQuestions.add(Set.copyOf(ranges.keySet()));
      Map<TopicPartition, Long> starts = new HashMap<>();
      ranges.forEach(
          (partition, range) -> {
            assertThat(range.beginning()).isZero();
            long first = startQuestions.size() > 1 && startAtLater >= 0 ? startAtLater : startAt;
            starts.put(partition, partition.equals(P0) ? first : range.beginning());
          });
      return starts;
    }

    @Override
    public void handle(
        TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> batch, long next) {
      begun
          .computeIfAbsent(partition, x -> new CopyOnWriteArrayList<>())
          .add(batch.get(0).offset());
      try {
        holding.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
      int failures = failing.getOrDefault(partition, 0);
      if (failures > 0) {
        failing.put(partition, failures - 1);
        throw new IllegalStateException("not now");
      }
      handled
          .computeIfAbsent(partition, x -> new CopyOnWriteArrayList<>())
          .addAll(batch.stream().map(ConsumerRecord::offset).toList());
    }

    /** The first offset of every batch that was begun, however it ended. */
    List<Long> begun(TopicPartition partition) {
      return begun.getOrDefault(partition, List.of());
    }

    List<Long> offsets(TopicPartition partition) {
      return handled.getOrDefault(partition, List.of());
    }
  }
}
