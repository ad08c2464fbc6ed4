package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.Topic;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the service needs goes away while it has work, and comes back: it waits, says so, is not
 * restarted for it, and loses nothing. The service is a process of its own, as it is run.
 */
class AwayAndBackIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String LOG = Topic.FOLLOW_EVENTS.baseName();
  private static final int USERS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As many wait for the service that is told to stop: seconds of work. */
  private static final int EVENTS_AHEAD = 20_000;

  /** How a JVM that was sent a SIGTERM ends when all has been done. */
  private static final int TERMINATED = 128 + 15;

  private static LogBed bed;
  private static ServiceProcess service;

  private final NaiveGraph model = new NaiveGraph();

  @BeforeAll
  static void start() throws Exception {
    bed = new LogBed().started();
    service = ServiceProcess.start(bed.settings());
    await().atMost(LONG).until(service::isReady);
  }

  @AfterAll
  static void stop() throws Exception {
    if (service != null) {
      service.close();
    }
    if (bed != null) {
      bed.close();
    }
  }

  @Test
  void theStoreGoesAwayWithThousandsOfEventsInFlight() throws Exception {
    long deadLetters = bed.records(Topic.FOLLOW_EVENTS_DLQ);
    append("store", 1, 2_000);
    bed.stopMongo();
    try {
      append("store", 2, 500);

      await().atMost(LONG).until(() -> health("ready").contains("\"DOWN\""));
      assertThat(service.isLive()).isTrue();
      service.assertNotReadyWithin(ServiceProcess.READINESS_MAX);
      assertThat(service.get("/users/x/followers").statusCode()).isEqualTo(503);
    } finally {
      bed.startMongo();
    }

    append("store", 3, 200);
    assertEqualsModel(wholeLog());
    await().atMost(LONG).until(service::isReady);
    assertThat(bed.records(Topic.FOLLOW_EVENTS_DLQ)).as("no dead letter").isEqualTo(deadLetters);
  }

  @Test
  void aDeadLetterThatCannotBeSentHoldsUpItsPartitionAndNoOther() throws Exception {
    String bad = "dead.held";
    int partition = partitionOf(bad);
    String free = otherPartitionThan(partition);
    bed.delete(Topic.FOLLOW_EVENTS_DLQ);
    String badPosition =
        bed.appendRaw(
            List.of(
                new ProducerRecord<>(LOG, bad.getBytes(UTF_8), "no event".getBytes(UTF_8)),
                record(follow("dead.1", bad)),
                new ProducerRecord<>(LOG, bad.getBytes(UTF_8), "nor this".getBytes(UTF_8))));
    long lastBad = Long.parseLong(badPosition.split(":")[1]);

    await()
        .atMost(LONG)
        .until(() -> health("ready").contains("not confirmed in follow-events-dlq"));
    assertThat(service.isLive()).isTrue();
    String freePosition = bed.append(List.of(follow("dead.1", free)));
    assertThat(count("/users/" + free + "/followers", freePosition)).as("the others go on").isOne();
    assertThat(bed.progress().getOrDefault(partition, -1L)).isLessThan(lastBad - 2);
    assertThat(bed.committed().getOrDefault(partition, 0L)).isLessThanOrEqualTo(lastBad - 2);

    bed.create(Topic.FOLLOW_EVENTS_DLQ);

    assertThat(count("/users/" + bad + "/followers", badPosition)).isOne();
    await().atMost(LONG).until(service::isReady);
    assertThat(bed.records(Topic.FOLLOW_EVENTS_DLQ)).as("one for each bad record").isEqualTo(2);
    await().atMost(LONG).until(() -> bed.committed().getOrDefault(partition, -1L) == lastBad + 1);
  }

  @Test
  void aStopUnderLoadFinishesTheBatchInHandAndCommitsIt() throws Exception {
    long deadLetters = bed.records(Topic.FOLLOW_EVENTS_DLQ);
    // The load is there before the service is: no race between who appends and who applies.
    service.close();
    append("stop", 6, EVENTS_AHEAD);
    Map<Integer, Long> before = bed.progress();
    service = ServiceProcess.start(bed.settings());
    await().atMost(LONG).until(() -> !bed.progress().equals(before));

    service.terminate();
    int exitCode = service.awaitExit(Duration.ofSeconds(60));

    assertThat(exitCode).as(service.output()).isIn(0, TERMINATED);
    Map<Integer, Long> progress = bed.progress();
    assertThat(eventsAhead()).as("events left for the next one").isPositive();
    Map<Integer, Long> committed = bed.committed();
    progress.forEach(
        (partition, offset) ->
            assertThat(committed)
                .as("what is done is committed")
                .containsEntry(partition, offset + 1));
    assertThat(service.output()).doesNotContain("is given up");
    assertThat(bed.records(Topic.FOLLOW_EVENTS_DLQ)).as("no dead letter").isEqualTo(deadLetters);

    service.close();
    service = ServiceProcess.start(bed.settings());
    append("stop", 7, 100);
    String after = wholeLog();
    await()
        .atMost(LONG)
        .until(
            () -> service.get("/users/x/followers", "Longtail-After", after).statusCode() == 200);
    assertEqualsModel(after);
  }

  /** In the log and not applied. */
  private static long eventsAhead() throws Exception {
    return bed.records(Topic.FOLLOW_EVENTS)
        - bed.progress().values().stream().mapToLong(last -> last + 1).sum();
  }

  /** Random events among users of this test alone, into the log and into the model. */
  private void append(String name, long seed, int count) throws Exception {
    Random random = new Random(seed);
    List<FollowEvent> events = new ArrayList<>();
    while (events.size() < count) {
      // Few followees have most of the followers.
      int followee = (int) (USERS * Math.pow(random.nextDouble(), 3));
      int follower = random.nextInt(USERS * 10);
      if (follower != followee) {
        String from = name + "." + follower;
        String to = name + "." + followee;
        events.add(random.nextInt(4) == 0 ? unfollow(from, to) : follow(from, to));
      }
    }
    events.forEach(event -> model.accept(event, 0));
    bed.append(events);
  }

  /** The position of the last event of each partition. */
  private static String wholeLog() throws Exception {
    return bed.ends(Topic.FOLLOW_EVENTS).entrySet().stream()
        .filter(partition -> partition.getValue() > 0)
        .map(partition -> partition.getKey() + ":" + (partition.getValue() - 1))
        .collect(Collectors.joining(","));
  }

  private void assertEqualsModel(String after) {
    list("/users/x/followers", after); // what is applied stays applied for the reads below
    model.followers.forEach(
        (user, list) -> {
          List<String> newestFirst = new ArrayList<>(list.members.keySet());
          Collections.reverse(newestFirst);
          JsonNode answer = list("/users/" + user + "/followers?limit=1000");
          assertThat(ids(answer)).as("followers of %s", user).isEqualTo(newestFirst);
          assertThat(answer.get("count").asLong()).isEqualTo(newestFirst.size());
          assertThat(answer.get("sequence").asLong())
              .as("changes of %s", user)
              .isEqualTo(list.sequence);
        });
    model.following.forEach(
        (user, list) -> {
          JsonNode answer = list("/users/" + user + "/following?limit=1000");
          assertThat(new TreeSet<>(ids(answer)))
              .as("following of %s", user)
              .isEqualTo(new TreeSet<>(list.members.keySet()));
          assertThat(answer.get("count").asLong()).isEqualTo(list.members.size());
        });
  }

  private static JsonNode list(String path, String after) {
    return body(service.get(path, "Longtail-After", after));
  }

  private static JsonNode list(String path) {
    return body(service.get(path));
  }

  private static JsonNode body(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    try {
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException e) {
      throw new AssertionError(answer.body(), e);
    }
  }

  private static long count(String path, String after) {
    return list(path, after).get("count").asLong();
  }

  private static List<String> ids(JsonNode part) {
    return part.get("items").findValuesAsText("id");
  }

  private static String health(String kind) {
    return service.get("/q/health/" + kind).body();
  }

  private static ProducerRecord<byte[], byte[]> record(FollowEvent event) {
    return new ProducerRecord<>(LOG, event.key().getBytes(UTF_8), EventCodec.encode(event));
  }

  private static int partitionOf(String key) {
    return Utils.toPositive(Utils.murmur2(key.getBytes(UTF_8))) % Topic.PARTITIONS_DEFAULT;
  }

  private static String otherPartitionThan(int partition) {
    int number = 0;
    while (partitionOf("dead.free" + number) == partition) {
      number++;
    }
    return "dead.free" + number;
  }
}
