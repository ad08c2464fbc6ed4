package io.longtail.users.kafka;

import io.longtail.events.EventCodec;
import io.longtail.events.InvalidEventException;
import io.longtail.events.Topic;
import io.longtail.events.UserStats;
import io.longtail.service.kafka.BatchHandler;
import io.longtail.service.kafka.KafkaClients;
import io.longtail.service.kafka.LogReader;
import io.longtail.service.kafka.TopicNames;
import io.longtail.users.CountsUpdater;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Reads the topic {@code user-stats} and gives what it says to {@link CountsUpdater}. A record that
 * is no stats costs that record only: the next one of the same user says all that it could.
 */
@Singleton
public class UserStatsReader implements BatchHandler {
  private static final Logger LOG = Logger.getLogger(UserStatsReader.class);

  /** About 150 bytes each: 3 MB. What comes during the longest rest of a write is one batch. */
  private static final int POLL_RECORDS_MAX = 20_000;

  /**
   * The broker gathers for up to half a second or 256 KiB (about 1,700 records): counts are that
   * much older, and a batch, which costs three commands and a commit, holds all the more of them. 8
   * MiB bound what the client holds beside the batch in hand.
   */
  private static final Map<String, Object> GATHERING =
      Map.of(
          ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 256 * 1024,
          ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500,
          ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 8 * 1024 * 1024);

  private final CountsUpdater counts;
  private final Counter read;
  private final Counter unreadable;
  private final LogReader reader;

  UserStatsReader(
      KafkaClients clients, TopicNames names, CountsUpdater counts, MeterRegistry meters) {
    this.counts = counts;
    this.read = meters.counter("longtail.user.stats.records", "outcome", "read");
    this.unreadable = meters.counter("longtail.user.stats.records", "outcome", "unreadable");
    this.reader =
        new LogReader(
            "user-stats-reader",
            clients.consumer(
                names.group("user-service"),
                "user-service-user-stats",
                POLL_RECORDS_MAX,
                GATHERING),
            List.of(names.of(Topic.USER_STATS)),
            this);
  }

  void start(@Observes StartupEvent start) {
    reader.start();
  }

  void stop(@Observes ShutdownEvent stop) {
    reader.close();
  }

  boolean isAlive() {
    return reader.isAlive();
  }

  Optional<String> failure() {
    return reader.failure();
  }

  Map<TopicPartition, LogReader.Stall> stalls() {
    return reader.stalls();
  }

  @Override
  public void handle(
      TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> batch, long next) {
    List<UserStats> stats = new ArrayList<>(batch.size());
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      // A tombstone says that a user is deleted, and nothing of counts.
      if (record.value() != null) {
        decode(record, stats);
      }
    }
    counts.update(stats);
    read.increment(stats.size());
  }

  private void decode(ConsumerRecord<byte[], byte[]> record, List<UserStats> stats) {
    try {
      stats.add(EventCodec.decodeUserStats(record.value()));
    } catch (InvalidEventException e) {
      unreadable.increment();
      LOG.warnf(
          "no stats at %s-%d offset %d: %s",
          record.topic(), record.partition(), record.offset(), e.getMessage());
    }
  }
}
