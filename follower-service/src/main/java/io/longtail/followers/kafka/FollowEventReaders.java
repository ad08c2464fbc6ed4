package io.longtail.followers.kafka;

import io.longtail.events.Topic;
import io.longtail.followers.Consumption;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.FollowGraph;
import io.longtail.followers.LogCheck;
import io.longtail.followers.Progress;
import io.longtail.followers.StoredSchema;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.service.kafka.KafkaClients;
import io.longtail.service.kafka.LogReader;
import io.longtail.service.kafka.OrderedPublisher;
import io.longtail.service.kafka.TopicNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
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
  private static final int EXIT_REFUSED = 1;
  private static final Duration CLOSE_MAX = Duration.ofSeconds(3);

  /**
   * How long a broker may be away before a batch gives up and its partition stalls: 15 s, in which
   * a broker fails over. The batch is tried again all the same; this bounds how long a stop waits.
   */
  private static final Map<String, Object> PATIENCE =
      Map.of(
          ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000L,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 15_000);

  /**
   * Larger requests: a dead letter is the original with more headers. And less patience: while a
   * dead letter is tried in vain, the other partitions of the same reader wait.
   */
  private static final Map<String, Object> DEAD_LETTERS =
      Map.of(
          ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
          Topic.DEAD_LETTER_BYTES_MAX,
          ProducerConfig.MAX_BLOCK_MS_CONFIG,
          2_000L,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
          3_000,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
          5_000);

  /**
   * An offset that is not there is an error and no reason to go on elsewhere: the log has lost
   * events, or is another one.
   */
  private static final Map<String, Object> NO_RESET =
      Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");

  private final KafkaClients clients;
  private final TopicNames topics;
  private final FollowGraph graph;
  private final Progress progress;
  private final LogCheck check;
  private final StoredSchema schema;
  private final ListSettings settings;
  private final MeterRegistry registry;
  private final int readers;
  private final int batchRecordsMax;

  private final List<LogReader> running = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> clientsInUse = new CopyOnWriteArrayList<>();
  private volatile LogTopic log;
  private LogWatch watch;

  FollowEventReaders(
      KafkaClients clients,
      TopicNames topics,
      FollowGraph graph,
      Progress progress,
      LogCheck check,
      StoredSchema schema,
      ListSettings settings,
      MeterRegistry registry,
      @ConfigProperty(name = "longtail.readers") int readers,
      @ConfigProperty(name = "longtail.batch-records-max") int batchRecordsMax) {
    this.clients = clients;
    this.topics = topics;
    this.graph = graph;
    this.progress = progress;
    this.check = check;
    this.schema = schema;
    this.settings = settings;
    this.registry = registry;
    this.readers = inRange("longtail.readers", readers, READERS_MAX);
    this.batchRecordsMax =
        inRange("longtail.batch-records-max", batchRecordsMax, BATCH_RECORDS_MAX);
  }

  void start(@Observes StartupEvent event) {
    watch = new LogWatch(this::admit, () -> log.identify(), this::startReaders, this::refuse);
    watch.start();
  }

  // The client is made here and not at the start: one whose broker has no address yet refuses to
  // be.
  private LogTopic.Identity admit() {
    if (log == null) {
      Admin admin = clients.admin("follower-service-admin");
      clientsInUse.add(() -> admin.close(CLOSE_MAX));
      log = new LogTopic(admin, topics.of(Topic.FOLLOW_EVENTS), check);
    }
    return log.admit();
  }

  private void refuse(String reason) {
    LOG.errorf("follower-service does not start: %s", reason);
    Quarkus.asyncExit(EXIT_REFUSED);
  }

  private void startReaders() {
    OrderedPublisher publisher = publisher(clients.producer("follower-service-changes", PATIENCE));
    // A client of its own: what a dead letter fails at must not hold up any change.
    OrderedPublisher deadLetterPublisher =
        publisher(clients.producer("follower-service-dead-letters", DEAD_LETTERS));
    FollowEventsHandler handler =
        new FollowEventsHandler(
            log,
            new FollowEventApplier(
                graph.followers(),
                graph.following(),
                new KafkaChangePublisher(publisher, topics),
                settings),
            new DeadLetters(deadLetterPublisher, topics.of(Topic.FOLLOW_EVENTS_DLQ)),
            progress,
            schema,
            new ApplierMetrics(registry));
    List<LogReader> made = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      String name = "follow-events-" + i;
      made.add(
          new LogReader(
              name,
              clients.consumer(topics.group(GROUP), name, batchRecordsMax, NO_RESET),
              List.of(topics.of(Topic.FOLLOW_EVENTS)),
              handler));
    }
    made.forEach(LogReader::start);
    running.addAll(made);
  }

  private OrderedPublisher publisher(Producer<byte[], byte[]> producer) {
    OrderedPublisher publisher = new OrderedPublisher(producer);
    clientsInUse.add(publisher);
    return publisher;
  }

  private static int inRange(String setting, int value, int max) {
    if (value < 1 || value > max) {
      throw new ConfigurationException(
          "follower-service does not start: "
              + setting
              + " must be from 1 to "
              + max
              + ", not "
              + value);
    }
    return value;
  }

  void stop(@Observes ShutdownEvent event) {
    if (watch != null) {
      watch.close();
    }
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
    LogTopic known = log;
    if (known == null) {
      throw new IllegalStateException("it is not known yet which log is read");
    }
    return known.identity().epoch();
  }

  @Override
  public boolean isAlive() {
    return watch.isAlive() && running.stream().allMatch(LogReader::isAlive);
  }

  @Override
  public Map<String, String> stalls() {
    Map<String, String> stalls = new TreeMap<>();
    watch.problem().ifPresent(problem -> stalls.put("log", problem));
    for (LogReader reader : running) {
      reader.failure().ifPresent(failure -> stalls.put("reading", failure));
      reader
          .stalls()
          .forEach(
              (partition, stall) ->
                  stalls.put(
                      partition.toString(), "since " + stall.since() + ": " + stall.reason()));
    }
    return stalls;
  }
}
