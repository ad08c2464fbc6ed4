package io.longtail.local.verifying;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.events.Repair;
import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.kafka.EmbeddedKafka;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredEdge;
import io.longtail.local.stored.StoredLists;
import io.longtail.local.stored.StoredListsFixture;
import io.longtail.local.topics.KeyedTopic;
import io.longtail.local.topics.TopicReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists as a naive model makes them, against the log that they were made of. */
class LogComparisonIT {
  private static final int PARTITIONS = 3;
  private static final long SEED = 20_261_201;

  private static EmbeddedKafka kafka;
  private static EmbeddedMongo mongo;
  private static int tests;

  private final Random random = new Random(SEED);
  private final Map<String, List<Member>> model = new TreeMap<>();
  private final Map<String, Long> lastMarks = new TreeMap<>();
  private final Map<String, Long> changes = new TreeMap<>();
  private String prefix;
  private StackClients clients;
  private StoredListsFixture stored;
  private KafkaProducer<byte[], byte[]> producer;
  private TopicReader reader;

  /** One follower in the model. */
  private record Member(String id, long mark) {}

  @BeforeAll
  static void startServers() {
    kafka = EmbeddedKafka.temporary();
    mongo = EmbeddedMongo.inMemory();
  }

  @AfterAll
  static void stopServers() {
    mongo.close();
    kafka.close();
  }

  @BeforeEach
  void connect() {
    prefix = "l" + tests++ + "-";
    try (TopicProvisioner provisioner = new TopicProvisioner(kafka.bootstrapServers())) {
      provisioner.provision(prefix, PARTITIONS);
    }
    clients =
        new StackClients(
            new StackAddress(kafka.bootstrapServers(), mongo.connectionString(), prefix, Map.of()));
    stored = new StoredListsFixture(clients.database("followers"), clients.database("stats"));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "linger.ms", 0),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    reader = new TopicReader(kafka.bootstrapServers());
  }

  @AfterEach
  void disconnect() {
    reader.close();
    producer.close();
    clients.close();
  }

  @Test
  void listsThatAreWhatTheLogMakesOfThemAreWellInOneShareAndInMany() throws Exception {
    publishManyEvents();
    store();

    for (int edgesMax : List.of(100_000, 60)) {
      assertThat(found(edgesMax, Optional.empty())).as("%d edges at once", edgesMax).isEmpty();
    }
  }

  @Test
  void everyDifferenceIsNamedInOneShareAndInMany() throws Exception {
    publishManyEvents();
    for (int i = 0; i < 4; i++) {
      publish(follow("one-" + i, "kept"), follow("lost-" + i, "gone"), follow("m" + i, "moved"));
    }
    store();
    List<Member> kept = new ArrayList<>(model.get("kept"));
    kept.remove(1);
    kept.add(new Member("ghost", kept.get(2).mark() + 5));
    store("kept", kept);
    stored.deleteHead(Side.FOLLOWERS, "gone");
    List<Member> moved = new ArrayList<>(model.get("moved"));
    Collections.swap(moved, 0, 1);
    store("moved", moved);

    for (int edgesMax : List.of(100_000, 60)) {
      assertThat(found(edgesMax, Optional.empty()))
          .as("%d edges at once", edgesMax)
          .containsExactlyInAnyOrder(
              "2 kept followers does not list one-1, and by the log one-1 follows kept",
              "2 kept followers lists ghost, and by the log ghost does not follow kept",
              "2 gone followers does not list lost-0, and by the log lost-0 follows gone",
              "2 gone followers does not list lost-1, and by the log lost-1 follows gone",
              "2 gone followers does not list lost-2, and by the log lost-2 follows gone",
              "2 gone followers does not list lost-3, and by the log lost-3 follows gone",
              "5 moved followers: place 1 is not that of the log");
    }
    assertThat(found(60, Optional.of(Set.of("kept"))))
        .hasSize(2)
        .allMatch(violation -> violation.startsWith("2 kept "));
    assertThat(found(60, Optional.of(Set.of("gone")))).hasSize(4);
  }

  @Test
  void aMarkAndANumberOfChangesThatAreNotTheLogsAreNamed() throws Exception {
    publish(follow("a", "marked"), follow("b", "marked"), follow("a", "counted"));
    store();
    store("marked", List.of(model.get("marked").get(0), new Member("b", Long.MAX_VALUE)));
    stored.spoil(Side.FOLLOWERS, "counted", "sequence", 4L);

    assertThat(found(60, Optional.empty()))
        .containsExactlyInAnyOrder(
            "5 marked followers: the mark at place 1 is "
                + Long.MAX_VALUE
                + ", by the log "
                + model.get("marked").get(1).mark(),
            "7 counted followers: sequence is 4, and the log makes 1 changes");
  }

  @Test
  void whatWasRepairedHasTheMembersOfTheLogAndAPlaceOfItsOwn() throws Exception {
    publish(follow("a", "x"), follow("b", "x"), follow("c", "x"));
    publish(follow("d", "y"), follow("e", "y"));
    // The list had lost a: the repair gives it a new place. Of y the whole list was rebuilt.
    publish(new Follow(edge("a", "x"), Optional.empty(), Cause.REPAIR));
    send("y", EventCodec.encode(new Repair("y")));
    store();
    List<Member> members = new ArrayList<>(model.get("x"));
    members.add(new Member("a", members.remove(0).mark() + 1_000_000_000L));
    store("x", members);
    List<Member> rebuilt = new ArrayList<>(model.get("y"));
    Collections.reverse(rebuilt);
    store("y", rebuilt);

    assertThat(found(60, Optional.empty())).isEmpty();

    Collections.swap(members, 0, 1);
    store("x", members);
    assertThat(found(60, Optional.empty()))
        .containsExactly("5 x followers: place 1 is not that of the log");
  }

  @Test
  void aListThatIsAheadOfTheLogAsItWasReadIsNotJudged() throws Exception {
    publish(follow("a", "x"), follow("b", "y"));
    LogComparison check = check(60, new Violations());
    publish(follow("later", "x"));
    store();
    applied("x", 1_000);
    Violations violations = new Violations();
    LogComparison late = check(60, violations);

    assertThat(check.run(Optional.empty()).moved()).containsExactly("x");
    applied("x", 0);
    assertThat(late.run(Optional.of(Set.of("x"))).moved()).isEmpty();
    assertThat(violations.count()).isZero();
  }

  @Test
  void listsThatMovedAreNotJudgedHoweverManyTheyAre() throws Exception {
    List<String> followees = List.of("v", "w", "x", "y", "z");
    for (String followee : followees) {
      publish(follow("stays", followee), follow("leaves", followee));
    }
    Violations violations = new Violations();
    LogComparison check = check(60, 2, violations);
    for (String followee : followees) {
      publish(unfollow("leaves", followee));
    }
    store();
    followees.forEach(followee -> applied(followee, 1_000));

    LogComparison.Outcome outcome = check.run(Optional.empty());

    assertThat(violations.kept()).isEmpty();
    assertThat(outcome.moved()).hasSize(2).isSubsetOf(followees);
    assertThat(outcome.movedBeyond()).isEqualTo(3);
  }

  @Test
  void aLostEdgeIsNamedBesideListsThatMoved() throws Exception {
    publish(follow("a", "moved"), follow("b", "moved"), follow("lost", "kept"));
    Violations violations = new Violations();
    LogComparison check = check(60, violations);
    store();
    store("kept", List.of());
    store("moved", List.of());
    applied("moved", 1_000);

    check.run(Optional.empty());

    assertThat(violations.kept())
        .extracting(Violation::detail)
        .containsExactly("followers does not list lost, and by the log lost follows kept");
  }

  @Test
  void oneListThatDoesNotFitIsCountedAndTheOthersAreCompared() throws Exception {
    for (int i = 0; i < 70; i++) {
      publish(follow("f" + i, "x"));
    }
    publish(follow("lost", "y"), follow("kept", "z"));
    store();
    store("y", List.of());
    Violations violations = new Violations();

    LogComparison.Outcome outcome = check(60, violations).run(Optional.empty());

    assertThat(outcome.tooLong()).isEqualTo(1);
    assertThat(violations.kept())
        .extracting(Violation::detail)
        .containsExactly("followers does not list lost, and by the log lost follows y");
  }

  @Test
  void aLogThatIsNotAllOfItIsRefused() throws Exception {
    publish(follow("a", "x"));
    clients
        .admin()
        .deleteRecords(
            Map.of(
                new KeyedTopic(topic(), PARTITIONS).partitionOf("x"),
                RecordsToDelete.beforeOffset(1)))
        .all()
        .get();

    assertThatThrownBy(() -> check(60, new Violations()).requireWholeLog())
        .isInstanceOf(NoReplayException.class)
        .hasMessageContaining("begins at offset 1");
  }

  @Test
  void listsOfALogThatWasCreatedAnewAreRefused() {
    clients
        .database("followers")
        .getCollection("log")
        .insertOne(new Document("_id", "follow-events").append("epoch", 2L));

    assertThatThrownBy(() -> check(60, new Violations()).requireWholeLog())
        .isInstanceOf(NoReplayException.class)
        .hasMessageContaining("created anew");
  }

  @Test
  void theWishOfAnEdgeIsItsLastEventAndLaterOnesAreToldWithoutRepairs() throws Exception {
    publish(follow("a", "x"), follow("b", "x"), unfollow("b", "x"));
    StoredEdge a = new StoredEdge("a", "x");
    StoredEdge b = new StoredEdge("b", "x");
    StoredEdge never = new StoredEdge("never", "y");
    Wishes wishes = new Wishes(new FollowLog(reader, prefix), List.of(a, b, never));

    assertThat(wishes.read())
        .containsOnly(Map.entry(a, true), Map.entry(b, false), Map.entry(never, false));
    publish(new Follow(edge("b", "x"), Optional.empty(), Cause.REPAIR));
    assertThat(wishes.readWhatCameSince()).isEmpty();
    publish(unfollow("a", "x"), follow("never", "y"), unfollow("never", "y"));
    assertThat(wishes.readWhatCameSince()).containsOnly(Map.entry(a, false));
  }

  /** With records in between that are no events, and events in a partition that is not theirs. */
  private void publishManyEvents() throws Exception {
    for (int i = 0; i < 1_500; i++) {
      String follower = "f" + random.nextInt(30);
      String followee = "u" + (int) (40 * Math.pow(random.nextDouble(), 3));
      Optional<Instant> occurredAt =
          switch (random.nextInt(4)) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(Instant.now().plusSeconds(86_400));
            default -> Optional.of(Instant.ofEpochMilli(1_700_000_000_000L + random.nextInt(50)));
          };
      publish(
          random.nextInt(3) == 0
              ? new Unfollow(edge(follower, followee), occurredAt, Cause.USER)
              : new Follow(edge(follower, followee), occurredAt, Cause.IMPORT));
      if (i % 50 == 0) {
        send(followee, "{}".getBytes(UTF_8));
        int right = new KeyedTopic(topic(), PARTITIONS).partitionOf(followee).partition();
        producer.send(
            new ProducerRecord<>(
                topic(),
                (right + 1) % PARTITIONS,
                followee.getBytes(UTF_8),
                EventCodec.encode(follow("nobody", followee))));
      }
    }
  }

  private static FollowEvent follow(String follower, String followee) {
    return new Follow(edge(follower, followee), Optional.empty(), Cause.USER);
  }

  private static FollowEvent unfollow(String follower, String followee) {
    return new Unfollow(edge(follower, followee), Optional.empty(), Cause.USER);
  }

  private static Edge edge(String follower, String followee) {
    return new Edge(new FollowerId(follower), new FolloweeId(followee));
  }

  /** Into the log and into the model. */
  private void publish(FollowEvent... events) throws Exception {
    for (FollowEvent event : events) {
      long appendedAt = send(event.key(), EventCodec.encode(event)).timestamp();
      apply(event, appendedAt);
    }
  }

  private RecordMetadata send(String key, byte[] value) throws Exception {
    return producer.send(new ProducerRecord<>(topic(), key.getBytes(UTF_8), value)).get();
  }

  private void apply(FollowEvent event, long appendedAt) {
    String followee = event.key();
    String follower = event.edge().follower().value();
    List<Member> members = model.computeIfAbsent(followee, x -> new ArrayList<>());
    boolean isMember = members.stream().anyMatch(each -> each.id().equals(follower));
    if (event instanceof Unfollow) {
      members.removeIf(each -> each.id().equals(follower));
    } else if (!isMember) {
      long millis =
          event
              .occurredAt()
              .map(Instant::toEpochMilli)
              .filter(at -> at < appendedAt)
              .orElse(appendedAt);
      long mark = Math.max(lastMarks.getOrDefault(followee, 0L) + 1, millis * 1_048_576);
      lastMarks.put(followee, mark);
      members.add(new Member(follower, mark));
    }
    if (isMember != event instanceof Follow) {
      changes.merge(followee, 1L, Long::sum);
    }
  }

  private void store() {
    model.forEach(this::store);
  }

  private void store(String user, List<Member> members) {
    stored.head(Side.FOLLOWERS, user, members.stream().map(Member::id).toArray());
    stored.spoil(Side.FOLLOWERS, user, "followedAt", members.stream().map(Member::mark).toList());
    stored.spoil(Side.FOLLOWERS, user, "sequence", changes.getOrDefault(user, 0L));
    applied(user, 0);
  }

  private void applied(String user, long offset) {
    int partition = new KeyedTopic(topic(), PARTITIONS).partitionOf(user).partition();
    stored.spoil(
        Side.FOLLOWERS,
        user,
        "applied",
        new Document("epoch", 1L).append(Integer.toString(partition), offset));
  }

  private List<String> found(int edgesMax, Optional<Set<String>> only) {
    Violations violations = new Violations();
    assertThat(check(edgesMax, violations).run(only))
        .isEqualTo(new LogComparison.Outcome(Set.of(), 0, 0));
    return violations.kept().stream()
        .map(each -> each.law().number() + " " + each.user() + " " + each.detail())
        .toList();
  }

  private LogComparison check(int edgesMax, Violations violations) {
    return check(edgesMax, 1_000, violations);
  }

  private LogComparison check(int edgesMax, int movedMax, Violations violations) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    LogComparison check =
        new LogComparison(
            new FollowLog(reader, prefix),
            new StoredLists(clients.database("followers")),
            new Limits(1_000, 100_000, 900),
            violations,
            new Console(nowhere, nowhere, false),
            edgesMax,
            movedMax);
    check.takeEnds();
    return check;
  }

  private String topic() {
    return Topic.FOLLOW_EVENTS.name(prefix);
  }
}
