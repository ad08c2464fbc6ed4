package io.longtail.stats;

import static io.longtail.stats.Counting.change;
import static io.longtail.stats.Counting.state;
import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;

import io.longtail.events.Topic;
import io.longtail.events.UserStats;
import io.longtail.stats.counts.CountRecord;
import io.longtail.stats.counts.Deliveries;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole service over a real broker and MongoDB's protocol. Each test has users of its own. */
@QuarkusTest
@QuarkusTestResource(StatsStack.class)
class StatsServiceIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @Inject MeterRegistry meters;

  private TestTopics topics;

  @BeforeEach
  void openTopics() {
    topics = new TestTopics(bootstrapServers);
  }

  @AfterEach
  void closeTopics() {
    topics.close();
  }

  @Test
  void countsOfBothTopicsAreServed() {
    send("served", change(1), change(2), change(3), state(1, 7));

    awaitCounts("served", 3, 7);

    get("/users/served/stats")
        .then()
        .statusCode(200)
        .contentType("application/json")
        .body("id", is("served"))
        .body("asOf", endsWith("Z"));
  }

  @Test
  void countsArePublishedWithTheRevisionThatIsStored() {
    send("published", change(1), state(4, 9));

    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(topics.publishedOf("published"))
                    .last()
                    .extracting(UserStats::followerCount, UserStats::followingCount)
                    .containsExactly(1L, 9L));
    assertThat(topics.publishedOf("published"))
        .extracting(UserStats::revision)
        .isSortedAccordingTo(Long::compare);
  }

  @Test
  void whatIsPublishedCarriesCloudEventsAttributes() {
    send("attributed", change(1));

    await().atMost(SOON).until(() -> !topics.recordsOf("attributed").isEmpty());
    ConsumerRecord<byte[], byte[]> record = topics.recordsOf("attributed").get(0);
    Map<String, String> headers = new HashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), new String(header.value(), UTF_8));
    }

    assertThat(headers)
        .containsEntry("ce_specversion", "1.0")
        .containsEntry("ce_type", "USER_STATS")
        .containsEntry("ce_source", "/longtail/stats-service")
        .containsEntry("ce_id", "attributed/1")
        .containsEntry("content-type", "application/json");
  }

  @Test
  void aRedeliveryIsPublishedAgain() {
    send("redelivered", change(1));
    awaitCounts("redelivered", 1, 0);
    send("redelivered", change(1));

    await().atMost(SOON).until(() -> topics.publishedOf("redelivered").size() == 2);

    assertThat(topics.publishedOf("redelivered")).extracting(UserStats::revision).containsOnly(1L);
  }

  @Test
  void aGapIsFilledByAResend() {
    send("resent", change(1), change(3));
    awaitDrained();
    send("resent", change(2), change(3), change(4));

    awaitCounts("resent", 4, 0);
  }

  @Test
  void aGapThatNobodyFillsIsBridgedAndCounted() {
    double before = bridged();
    send("bridged", change(1), change(5));
    awaitDrained();

    awaitCounts("bridged", 5, 0);

    assertThat(bridged()).isGreaterThan(before);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(topics.publishedOf("bridged"))
                    .last()
                    .extracting(UserStats::followerCount)
                    .isEqualTo(5L));
  }

  @Test
  void aRecordThatCannotBeReadCostsThatRecordOnly() {
    double before = undecodable();
    send("poisoned", change(1));
    topics.send(Topic.FOLLOWER_CHANGES, "poisoned", "{\"type\":\"FOLLOWER_".getBytes(UTF_8));
    topics.send(Topic.FOLLOWING_COUNTS, "poisoned", null);
    send("poisoned", change(2), state(1, 6));

    awaitCounts("poisoned", 2, 6);

    awaitDrained();
    assertThat(undecodable()).isEqualTo(before + 2);
  }

  @Test
  void theCountsOfManyUsersWhoseChangesAreSentAgainAndAgainAreTheLastOnes() {
    long seed = System.nanoTime();
    RandomGenerator random = new SplittableRandom(seed);
    Map<String, CountRecord> lastChange = new HashMap<>();
    Map<String, CountRecord> lastState = new HashMap<>();
    for (int user = 0; user < 300; user++) {
      String id = "many-" + user;
      List<CountRecord> changes = Deliveries.changes(random, 1 + random.nextInt(40));
      List<CountRecord> states = Deliveries.states(random, 1 + random.nextInt(10));
      lastChange.put(id, changes.get(changes.size() - 1));
      lastState.put(id, states.get(states.size() - 1));
      Deliveries.interleaved(random, Deliveries.log(random, changes), states)
          .forEach(record -> topics.send(id, record));
    }
    topics.flush();
    long t0 = System.nanoTime();
    awaitDrained();
    System.err.println(
        +(System.nanoTime() - t0) / 1000000
            + " "
            + meters.get("longtail.stats.records").counters().stream()
                .mapToDouble(c -> c.count())
                .sum()
            + " batches "
            + meters.get("longtail.stats.batches").counter().count());

    Map<String, UserStats> published = topics.lastPublished();
    Map<String, Counts> served = served(lastChange.keySet());
    for (String id : lastChange.keySet()) {
      Counts expected = new Counts(lastChange.get(id).count(), lastState.get(id).count());
      assertThat(served.get(id)).as("seed %d, user %s", seed, id).isEqualTo(expected);
      assertThat(Counts.of(published.get(id))).as("seed %d, user %s", seed, id).isEqualTo(expected);
    }
  }

  @Test
  void anIdNobodyKnowsHasCountsOfZeroAndNoTime() {
    get("/users/nobody/stats")
        .then()
        .statusCode(200)
        .body("id", is("nobody"))
        .body("followerCount", is(0))
        .body("followingCount", is(0))
        .body("$", not(hasKey("asOf")));
  }

  @Test
  void severalUsersAreAnsweredInTheOrderAskedFor() {
    send("several", change(1));
    awaitCounts("several", 1, 0);

    given()
        .queryParam("ids", "nobody,several,nobody")
        .get("/stats")
        .then()
        .statusCode(200)
        .body("items.id", contains("nobody", "several", "nobody"))
        .body("items.followerCount", contains(0, 1, 0))
        .body("items[1].asOf", notNullValue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"limit=5", "ids=", "ids=a,,b", "ids=a,%24where", "ids=%7B%22%24ne%22:null%7D"})
  void idsThatAreNoneAreRefusedByName(String query) {
    assertIdsRefused("/stats?" + query);
  }

  @Test
  void moreThanAHundredIdsAreRefusedByName() {
    assertIdsRefused("/stats?ids=" + String.join(",", Collections.nCopies(101, "a")));
  }

  private static void assertIdsRefused(String path) {
    given()
        .urlEncodingEnabled(false)
        .get(path)
        .then()
        .statusCode(400)
        .contentType("application/problem+json")
        .body("errors.field", contains("ids"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%20b", "%2e%2e%00", "%F0%9F%98%80", "%7B%22%24ne%22%3Anull%7D", "-a"})
  void anIdThatIsNoneIsRefusedByName(String id) {
    given()
        .urlEncodingEnabled(false)
        .get("/users/" + id + "/stats")
        .then()
        .statusCode(400)
        .contentType("application/problem+json")
        .body("errors.field", contains("id"));
  }

  @Test
  void theServiceIsLiveAndReady() {
    get("/q/health/live").then().statusCode(200).body("checks.name", contains("readers alive"));
    get("/q/health/ready").then().statusCode(200).body("checks.size()", is(2));
  }

  @Test
  void metricsHaveNoUserInThem() {
    send("unmeasured", change(1));
    awaitCounts("unmeasured", 1, 0);

    String metrics = get("/q/metrics").asString();

    assertThat(metrics).contains("longtail_stats_batches_total", "longtail_stats_gaps_open");
    assertThat(metrics).doesNotContain("unmeasured");
  }

  @Test
  void theServedOpenApiDocumentIsTheCommittedOne() throws IOException {
    Path committed = Path.of("openapi.yaml");
    String served = get("/q/openapi?format=yaml").asString();
    if (Boolean.getBoolean("openapi.write")) {
      Files.writeString(committed, served);
    }

    assertThat(Files.exists(committed) ? Files.readString(committed) : "")
        .as("openapi.yaml is not what is served; run this test with -Dopenapi.write=true")
        .isEqualTo(served);
    assertThat(served).startsWith("---\nopenapi: 3.1");
  }

  private void send(String userId, CountRecord... records) {
    for (CountRecord record : records) {
      topics.send(userId, record);
    }
    topics.flush();
  }

  private void awaitDrained() {
    await().atMost(SOON).until(() -> topics.lag() == 0);
  }

  private record Counts(long followers, long following) {
    static Counts of(UserStats stats) {
      return new Counts(stats.followerCount(), stats.followingCount());
    }
  }

  private static void awaitCounts(String userId, long followers, long following) {
    await().atMost(SOON).until(() -> served(userId).equals(new Counts(followers, following)));
  }

  private static Counts served(String userId) {
    JsonPath answer = get("/users/" + userId + "/stats").jsonPath();
    return new Counts(answer.getLong("followerCount"), answer.getLong("followingCount"));
  }

  private static Map<String, Counts> served(Set<String> userIds) {
    Map<String, Counts> served = new HashMap<>();
    List<String> ids = List.copyOf(userIds);
    for (int from = 0; from < ids.size(); from += 100) {
      List<String> hundred = ids.subList(from, Math.min(ids.size(), from + 100));
      JsonPath answer =
          given().queryParam("ids", String.join(",", hundred)).get("/stats").jsonPath();
      List<Number> followers = answer.getList("items.followerCount");
      List<Number> following = answer.getList("items.followingCount");
      for (int i = 0; i < hundred.size(); i++) {
        served.put(
            hundred.get(i), new Counts(followers.get(i).longValue(), following.get(i).longValue()));
      }
    }
    return served;
  }

  private double bridged() {
    return meters.get("longtail.stats.gaps.bridged").counter().count();
  }

  private double undecodable() {
    return meters.get("longtail.stats.records").tag("outcome", "undecodable").counter().count();
  }
}
