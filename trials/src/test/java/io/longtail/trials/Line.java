package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.longtail.events.Topic;
import io.longtail.local.cli.Longtail;
import io.longtail.local.console.Console;
import io.longtail.local.importing.OffsetRange;
import io.longtail.local.importing.StoredProgress;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.net.Ports;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/**
 * The services of one prefix on the servers, started one by one as a trial wants them, and ended
 * together.
 */
final class Line implements AutoCloseable {
  private static final int HEAP_MEBIBYTES = 256;
  private static final int START_ATTEMPTS = 5;
  private static final Duration STANDSTILL_MAX = Duration.ofMinutes(5);
  private static final Duration ARRIVED_WITHIN = Duration.ofMinutes(15);
  private static final Duration VERIFIED_WITHIN = ARRIVED_WITHIN.multipliedBy(2);

  private final Server kafka;
  private final Server mongo;
  private final String prefix;
  private final List<ServiceProcess> started = new ArrayList<>();
  private final EventLog log;
  private StackClients clients;

  Line(Servers servers, String prefix) {
    this(servers.kafka(), servers.mongo(), prefix);
  }

  Line(Server kafka, Server mongo, String prefix) {
    this.kafka = kafka;
    this.mongo = mongo;
    this.prefix = prefix;
    provisionTopics();
    this.log = new EventLog(kafka.address(), prefix);
  }

  private void provisionTopics() {
    for (int attempt = 1; ; attempt++) {
      try (TopicProvisioner provisioner = new TopicProvisioner(kafka.address())) {
        provisioner.provision(prefix);
        return;
      } catch (IllegalStateException e) {
        // A broker that has just begun on a busy machine may need longer than a client waits.
        if (attempt == START_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  EventLog log() {
    return log;
  }

  /** Returns at once: it is not ready yet. */
  ServiceProcess beginFollowerService(Map<String, String> settings) {
    return begin("follower-service", settings);
  }

  ServiceProcess startFollowerService(Map<String, String> settings) {
    return start("follower-service", settings);
  }

  ServiceProcess startStatsService() {
    return start("stats-service", Map.of());
  }

  ServiceProcess startUserService() {
    return start("user-service", Map.of());
  }

  private ServiceProcess start(String folder, Map<String, String> settings) {
    for (int attempt = 1; ; attempt++) {
      try {
        return begin(folder, settings).awaitReady();
      } catch (IllegalStateException e) {
        // Somebody else may have been faster to take the port.
        if (attempt == START_ATTEMPTS || !e.getMessage().contains("Port already bound")) {
          throw e;
        }
      }
    }
  }

  private synchronized ServiceProcess begin(String folder, Map<String, String> settings) {
    int port = Ports.free();
    Map<String, String> all = new HashMap<>(settings);
    all.put("quarkus.http.port", "" + port);
    all.put("kafka.bootstrap.servers", kafka.address());
    all.put("quarkus.mongodb.connection-string", mongoUri());
    all.put("longtail.prefix", prefix);
    String name = prefix + folder + "-" + started.size();
    ServiceProcess service =
        new ServiceProcess(
            name,
            kafka.directory().resolve("logs").resolve(name + ".log"),
            Commands.service(folder, HEAP_MEBIBYTES, all),
            port);
    started.add(service);
    return service;
  }

  private String mongoUri() {
    return "mongodb://" + mongo.address();
  }

  synchronized StackClients clients() {
    if (clients == null) {
      clients = new StackClients(new StackAddress(kafka.address(), mongoUri(), prefix, Map.of()));
    }
    return clients;
  }

  /** Up to which offset each partition is applied, by what follower-service has stored. */
  Map<Integer, Long> progress() {
    return applied().read();
  }

  /**
   * Waits until all of the log is applied, however long that takes, unless nothing moves any more.
   * Returns the log.
   */
  List<EventLog.Entry> awaitApplied() {
    List<EventLog.Entry> entries = log.events();
    Map<Integer, OffsetRange> ranges = new HashMap<>();
    entries.forEach(
        entry ->
            ranges.merge(
                entry.partition(),
                new OffsetRange(0, entry.offset()),
                (a, b) -> a.last() > b.last() ? a : b));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    assertThat(applied().await(ranges, new Console(nowhere, nowhere, false)))
        .as("%s is applied: at %s of %s", prefix, progress(), ranges)
        .isTrue();
    return entries;
  }

  private StoredProgress applied() {
    return new StoredProgress(clients().database("followers"), STANDSTILL_MAX);
  }

  /** Of all events in the log, how many are applied. */
  long appliedEvents() {
    return progress().values().stream().mapToLong(offset -> offset + 1).sum();
  }

  /** The flags by which a command finds this line. */
  List<String> flags() {
    return List.of("--kafka", kafka.address(), "--mongo", mongoUri(), "--prefix", prefix);
  }

  /** Begins a command of {@code ./longtail} on this line; it ends with one JSON object. */
  JavaProcess command(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(flags());
    all.add("--json");
    String name = prefix + args[0] + "-" + System.nanoTime();
    return new JavaProcess(
        name,
        kafka.directory().resolve("logs").resolve(name + ".log"),
        Commands.local(1024, Longtail.class, all.toArray(String[]::new)));
  }

  /**
   * Waits for {@code ./longtail verify}, which waits until all has arrived in lists and counts, and
   * must find nothing. Returns its JSON.
   *
   * @param settings its flags for the settings of follower-service
   */
  JsonNode verify(String... settings) {
    List<String> args =
        new ArrayList<>(List.of("verify", "--wait", "" + ARRIVED_WITHIN.toSeconds()));
    args.addAll(List.of(settings));
    try (JavaProcess verify = command(args.toArray(String[]::new))) {
      await().atMost(VERIFIED_WITHIN).until(() -> !verify.isAlive());
      assertThat(verify.exitCode()).as(verify.logText()).isZero();
      JsonNode found = verify.lastJson();
      assertThat(found.get("drained").asBoolean()).as("%s", found).isTrue();
      assertThat(found.get("violationCount").asLong()).as("%s", found).isZero();
      return found;
    }
  }

  /** Users with pages on a side: {@code followers} or {@code following}. */
  long outliers(String side) {
    return clients()
        .database("followers")
        .getCollection(side)
        .countDocuments(new Document("hasOverflow", true));
  }

  long deadLetters() {
    return log.records(Topic.FOLLOW_EVENTS_DLQ);
  }

  @Override
  public void close() {
    log.close();
    if (clients != null) {
      clients.close();
    }
    started.forEach(ServiceProcess::close);
  }
}
