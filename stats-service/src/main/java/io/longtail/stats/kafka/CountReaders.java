package io.longtail.stats.kafka;

import io.longtail.events.Topic;
import io.longtail.service.kafka.KafkaClients;
import io.longtail.service.kafka.LogReader;
import io.longtail.service.kafka.TopicNames;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The readers of this process: members of one group that reads both topics. The default assignor
 * gives partition n of both topics, and so all records of a user, to one member; nothing rests on
 * it but fewer lost races.
 */
@Singleton
class CountReaders {
  private final List<LogReader> readers;

  CountReaders(
      KafkaClients clients,
      TopicNames topics,
      CountHandler handler,
      @ConfigProperty(name = "longtail.readers") int count,
      @ConfigProperty(name = "longtail.batch-records-max") int batchRecordsMax) {
    requireWithin("longtail.readers", count, 1, 64);
    requireWithin("longtail.batch-records-max", batchRecordsMax, 1, 10_000);
    String group = topics.group("stats-service");
    List<String> both =
        List.of(topics.of(Topic.FOLLOWER_CHANGES), topics.of(Topic.FOLLOWING_COUNTS));
    this.readers =
        IntStream.range(0, count)
            .mapToObj(n -> "count-reader-" + n)
            .map(
                name ->
                    new LogReader(
                        name, clients.consumer(group, name, batchRecordsMax), both, handler))
            .toList();
  }

  private static void requireWithin(String setting, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          setting + " must be from " + min + " to " + max + ", not " + value);
    }
  }

  List<LogReader> all() {
    return readers;
  }

  void onStart(@Observes StartupEvent event) {
    readers.forEach(LogReader::start);
  }

  // All at once: each finishes its batch in hand.
  void onStop(@Observes ShutdownEvent event) {
    readers.parallelStream().forEach(LogReader::close);
  }
}
