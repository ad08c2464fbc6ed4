package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.longtail.events.FollowEvent;
import io.longtail.events.Topic;
import io.restassured.path.json.JsonPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the service starts with, and what it refuses to start with: as a process, as it is run. */
class StartIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void settingsThatContradictTheLawsEndTheStartWithOneLine() throws Exception {
    try (LogBed bed = new LogBed()) {
      assertRefused(
          bed,
          Map.of("kafka.acks", "1", "kafka.enable.idempotence", "false"),
          "kafka.acks must be all, not 1",
          "kafka.enable.idempotence must be true, not false");
      assertRefused(
          bed,
          Map.of("longtail.list.threshold", "1000000"),
          "longtail.list.threshold must be at most 92137");
      assertRefused(bed, Map.of("longtail.adopt-log", "new"), "longtail.adopt-log must be");
    }
  }

  @Test
  void withNeitherBrokerNorStoreItWaitsAndSaysSo() throws Exception {
    try (LogBed bed = new LogBed();
        ServiceProcess service = ServiceProcess.start(bed.settings())) {
      service.assertNotReadyWithin(ServiceProcess.FIRST_READINESS_MAX);
      for (int i = 0; i < 3; i++) {
        service.assertNotReadyWithin(ServiceProcess.READINESS_MAX);
      }
      assertThat(service.isLive()).isTrue();

      bed.started();
      long back = System.nanoTime();

      await().atMost(LONG).until(service::isReady);
      System.out.printf(
          "ready %.1f s after broker and store were there%n", (System.nanoTime() - back) / 1e9);
      String after = bed.append(List.of(follow("a", "b")));
      assertThat(followers(service, "b", after)).containsExactly("a");
    }
  }

  @Test
  void aTopicThatIsCreatedAnewStopsTheReadingUntilItIsAdoptedAndThenAllOfItIsApplied()
      throws Exception {
    try (LogBed bed = new LogBed().started()) {
      try (ServiceProcess service = ServiceProcess.start(bed.settings())) {
        String after = bed.append(follows("old", 150));
        assertThat(followers(service, "user", after)).hasSize(150);

        bed.delete(Topic.FOLLOW_EVENTS);
        String id = bed.create(Topic.FOLLOW_EVENTS);
        bed.append(follows("new", 100));

        await()
            .atMost(LONG)
            .until(() -> service.get("/q/health/ready").body().contains("was created anew"));
        assertThat(service.get("/q/health/ready").body()).contains("longtail.adopt-log=" + id);
        assertThat(service.isLive()).as("a restart mends nothing").isTrue();
        assertThat(followers(service, "user")).as("reads go on").hasSize(150);
        service.terminate();
        service.awaitExit(Duration.ofSeconds(60));
      }
      String id = topicId(bed);
      assertRefused(bed, Map.of(), "was created anew: its id is " + id, "longtail.adopt-log=" + id);

      Map<String, String> adopting = new HashMap<>(bed.settings());
      adopting.put("longtail.adopt-log", id);
      try (ServiceProcess service = ServiceProcess.start(adopting)) {
        String after = bed.append(List.of(follow("last", "user")));
        assertThat(followers(service, "user", after))
            .as("offsets that the old log had, too: 0 to 99, and one more")
            .hasSize(251)
            .contains("new0", "new99", "last", "old0");
        assertThat(bed.records(Topic.FOLLOW_EVENTS_DLQ)).isZero();
      }
    }
  }

  @Test
  void aTopicThatIsGrownStopsTheReadingAndNoEventBecomesADeadLetter() throws Exception {
    try (LogBed bed = new LogBed().started()) {
      try (ServiceProcess service = ServiceProcess.start(bed.settings())) {
        String after = bed.append(follows("before", 50));
        assertThat(followers(service, "user", after)).hasSize(50);

        bed.grow(Topic.FOLLOW_EVENTS, Topic.PARTITIONS_DEFAULT + 1);
        List<FollowEvent> elsewhere = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
          elsewhere.add(follow("f", "elsewhere" + i));
        }
        bed.append(elsewhere);

        await()
            .atMost(LONG)
            .until(() -> service.get("/q/health/ready").body().contains("has 13 partitions"));
        assertThat(service.isLive()).isTrue();
        assertThat(bed.records(Topic.FOLLOW_EVENTS_DLQ)).isZero();
      }
      assertRefused(bed, Map.of(), "has 13 partitions, but had 12 when its epoch 1 began");
    }
  }

  private static void assertRefused(LogBed bed, Map<String, String> extra, String... messages)
      throws Exception {
    Map<String, String> settings = new HashMap<>(bed.settings());
    settings.putAll(extra);
    try (ServiceProcess service = ServiceProcess.launch(settings)) {
      assertThat(service.awaitExit(LONG)).isEqualTo(1);
      List<String> told =
          service.output().lines().filter(line -> line.contains("does not start")).toList();
      assertThat(told).as(service.output()).hasSize(1);
      assertThat(told.get(0)).contains(messages);
      assertThat(service.output()).doesNotContain("\tat ").doesNotContain("Exception");
    }
  }

  private static String topicId(LogBed bed) throws Exception {
    try (var admin = bed.admin()) {
      String topic = Topic.FOLLOW_EVENTS.baseName();
      return admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get()
          .get(topic)
          .topicId()
          .toString();
    }
  }

  /** Of one user, so in one partition. */
  private static List<FollowEvent> follows(String name, int count) {
    List<FollowEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(follow(name + i, "user"));
    }
    return events;
  }

  private static List<String> followers(ServiceProcess service, String user, String after) {
    return JsonPath.from(
            service.get("/users/" + user + "/followers?limit=1000", "Longtail-After", after).body())
        .getList("items.id", String.class);
  }

  private static List<String> followers(ServiceProcess service, String user) {
    return JsonPath.from(service.get("/users/" + user + "/followers?limit=1000").body())
        .getList("items.id", String.class);
  }
}
