package io.longtail.followers.kafka;

import io.longtail.events.Topic;
import io.longtail.followers.ChangePublisher;
import io.longtail.followers.Consumption;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.FollowGraph;
import io.longtail.followers.LogEpochs;
import io.longtail.followers.Progress;
import io.longtail.followers.StoredSchema;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.service.kafka.KafkaClients;
import io.longtail.service.kafka.LogReader;
import io.longtail.service.kafka.OrderedPublisher;
import io.longtail.service.kafka.TopicNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Starts and stops the members of the group that applies follow events. */
@Singleton
public class FollowEventReaders implements Consumption {
  private static final Logger LOG = Logger.getLogger(FollowEventReaders.class);
  private static final String GROUP = "follower-service";
  private static final int READERS_MAX = 64;
  private static final int BATCH_RECORDS_MAX = 10_000;

  /**
   * How long a broker may be away before a batch gives up and its partition stalls: 15 s, in which
   * a broker fails over. The batch is tried again all the same; this bounds how long a stop waits.
   */
  private static final Map<String, Object> PATIENCE =
      Map.of(
          ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000L,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 15_000);

  private final KafkaClients clients;
  private final TopicNames topics;
  private final FollowGraph graph;
  private final Progress progress;
  private final LogEpochs epochs;
  private final StoredSchema schema;
  private final ListSettings settings;
  private final MeterRegistry registry;
  private final int readers;
  private final int batchRecordsMax;

  private final List<LogReader> running = new ArrayList<>();
  private final List<AutoCloseable> clientsInUse = new ArrayList<>();
  private LogTopic log;

  FollowEventReaders(
      KafkaClients clients,
      TopicNames topics,
      FollowGraph graph,
      Progress progress,
      LogEpochs epochs,
      StoredSchema schema,
      ListSettings settings,
      MeterRegistry registry,
      @ConfigProperty(name = "longtail.readers") int readers,
      @ConfigProperty(name = "longtail.batch-records-max") int batchRecordsMax) {
    this.clients = clients;
    this.topics = topics;
    this.graph = graph;
    this.progress = progress;
    this.epochs = epochs;
    this.schema = schema;
    this.settings = settings;
    this.registry = registry;
    this.readers = inRange("longtail.readers", readers, READERS_MAX);
    this.batchRecordsMax =
        inRange("longtail.batch-records-max", batchRecordsMax, BATCH_RECORDS_MAX);
  }

  void start(@Observes StartupEvent event) {
    Admin admin = clients.admin("follower-service-admin");
    OrderedPublisher publisher =
        new OrderedPublisher(clients.producer("follower-service-changes", PATIENCE));
    // A dead letter is the original with more headers: it must not be too large to be sent.
    OrderedPublisher deadLetterPublisher =
        new OrderedPublisher(
            clients.producer("follower-service-dead-letters", withLargeRequests()));
    clientsInUse.addAll(List.of(publisher, deadLetterPublisher, admin));

    String topic = topics.of(Topic.FOLLOW_EVENTS);
    ChangePublisher changes = new KafkaChangePublisher(publisher, topics);
    log = new LogTopic(admin, topic, epochs);
    FollowEventsHandler handler =
        new FollowEventsHandler(
            log,
            new FollowEventApplier(graph.followers(), graph.following(), changes, settings),
            new DeadLetters(deadLetterPublisher, topics.of(Topic.FOLLOW_EVENTS_DLQ)),
            progress,
            schema,
            new ApplierMetrics(registry));
    for (int i = 0; i < readers; i++) {
      String name = "follow-events-" + i;
      LogReader reader =
          new LogReader(
              name,
              clients.consumer(topics.group(GROUP), name, batchRecordsMax),
              List.of(topic),
              handler);
      running.add(reader);
      reader.start();
    }
  }

  private static int inRange(String setting, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(setting + " must be from 1 to " + max);
    }
    return value;
  }

  private static Map<String, Object> withLargeRequests() {
    Map<String, Object> settings = new HashMap<>(PATIENCE);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topic.DEAD_LETTER_BYTES_MAX);
    return settings;
  }

  void stop(@Observes ShutdownEvent event) {
    running.parallelStream().forEach(LogReader::close);
    for (AutoCloseable client : clientsInUse) {
      try {
        client.close();
      } catch (Exception e) {
        LOG.warnf("a client did not close: %s", e.toString());
      }
    }
  }

  @Override
  public long epoch() {
    return log.identity().epoch();
  }

  @Override
  public boolean isAlive() {
    return running.stream().allMatch(LogReader::isAlive);
  }

  @Override
  public Map<String, String> stalls() {
    return running.stream()
        .flatMap(reader -> reader.stalls().entrySet().stream())
        .collect(
            Collectors.toMap(
                stall -> stall.getKey().toString(),
                stall -> "since " + stall.getValue().since() + ": " + stall.getValue().reason(),
                (a, b) -> a));
  }
}
