package io.longtail.local.verifying;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.longtail.events.Cause;
import io.longtail.events.EventCodec;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerId;
import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.kafka.EmbeddedKafka;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.stored.HookedReads;
import io.longtail.local.stored.ListenedReads;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredLists;
import io.longtail.local.stored.StoredListsFixture;
import io.longtail.local.topics.KeyedTopic;
import io.longtail.local.topics.TopicReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Law 7 against a real topic, with so little room that the work is done in many shares. */
class SequencesIT {
  private static final int PARTITIONS = 3;
  private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");

  private static EmbeddedKafka kafka;
  private static EmbeddedMongo mongo;
  private static int tests;

  private String prefix;
  private StackClients clients;
  private StoredListsFixture stored;
  private KafkaProducer<byte[], byte[]> producer;
  private TopicReader reader;

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
    prefix = "s" + tests++ + "-";
    try (TopicProvisioner provisioner = new TopicProvisioner(kafka.bootstrapServers())) {
      provisioner.provision(prefix, PARTITIONS);
    }
    clients =
        new StackClients(
            new StackAddress(kafka.bootstrapServers(), mongo.connectionString(), prefix, Map.of()));
    stored = new StoredListsFixture(clients.database("followers"), clients.database("stats"));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @AfterEach
  void disconnect() {
    producer.close();
    if (reader != null) {
      reader.close();
    }
    clients.close();
  }

  @Test
  void sequencesWithRepeatsAndResendsHaveNoGap() {
    publish("ada", 1, 2, 3, 2, 3, 4);
    publish("bob", 2, 1, 2, 3);
    publish("cyd", 1, 3, 4, 2, 3, 4, 5, 1);
    head("ada", 4);
    head("bob", 3);
    head("cyd", 5);

    assertThat(found()).isEmpty();
  }

  @Test
  void aGapIsNamedWithTheSequenceThatIsMissing() {
    publish("ada", 1, 2, 4, 5);
    publish("bob", 2, 3);
    head("ada", 5);
    head("bob", 3);

    assertThat(found())
        .containsExactlyInAnyOrder(
            "ada followers: follower-changes has no sequence 3 and goes on to 5",
            "bob followers: follower-changes has no sequence 1 and goes on to 3");
  }

  @Test
  void oneSequenceWithTwoContentsIsNamedHoweverOftenItComes() {
    publish("ada", 1, 2, 3);
    send(change("ada", "somebody-else", 2, 2));
    send(change("ada", "somebody-else", 2, 2));
    send(change("ada", "a-third-one", 2, 2));
    head("ada", 3);

    assertThat(found())
        .containsExactly("ada follower-changes has more than one content under sequence 2");
  }

  @Test
  void aResendOfWhatWasAheadMustHaveTheSameContent() {
    publish("ada", 1);
    send(change("ada", "one", 3, 3));
    send(change("ada", "two", 2, 2));
    send(change("ada", "other", 3, 3));
    head("ada", 3);

    assertThat(found())
        .containsExactly("ada follower-changes has more than one content under sequence 3");
  }

  @Test
  void theLastChangeIsWhatTheHeadSays() {
    publish("behind", 1, 2);
    publish("ahead", 1, 2);
    publish("gone", 1);
    publish("counted", 1, 2);
    head("behind", 1);
    head("ahead", 3);
    head("silent", 2);
    head("counted", 2);
    stored.spoil(Side.FOLLOWERS, "counted", "followerCount", 7L);

    assertThat(found())
        .containsExactlyInAnyOrder(
            "behind followers: sequence is 1 and follower-changes ends with 2",
            "ahead followers: sequence is 3 and follower-changes ends with 2",
            "silent followers: sequence is 2 and follower-changes has none",
            "gone followers: there is no list, and follower-changes has some",
            "counted followers: followerCount is 7 and follower-changes says 2 at sequence 2");
  }

  @Test
  void theSameIsNamedWhenOneUserIsAsked() {
    publish("ada", 1, 2, 4);
    publish("bob", 1, 3);
    publish("gone", 1);
    head("ada", 4);
    head("bob", 3);

    assertThat(found(Optional.of("ada"), true))
        .containsExactly("ada followers: follower-changes has no sequence 3 and goes on to 4");
    assertThat(found(Optional.of("gone"), true))
        .containsExactly("gone followers: there is no list, and follower-changes has some");
    assertThat(found(Optional.of("nobody"), true)).isEmpty();
  }

  @Test
  void aLostBeginningIsNoGap() throws ExecutionException, InterruptedException {
    publish("ada", 1, 2, 3, 4);
    head("ada", 4);
    head("before", 9);
    TopicPartition partition = partitionOf("ada");
    clients.admin().deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(2))).all().get();
    TopicPartition other = partitionOf("before");
    if (!other.equals(partition)) {
      publish("before", 8, 9);
      clients.admin().deleteRecords(Map.of(other, RecordsToDelete.beforeOffset(1))).all().get();
    }

    assertThat(found()).isEmpty();
  }

  @Test
  void underALaterEpochTheTopicMayHaveBegunAnew() {
    clients
        .database("followers")
        .getCollection("log")
        .insertOne(new Document("_id", "follow-events").append("epoch", 2L));
    publish("ada", 7, 8);
    head("ada", 8);

    assertThat(found()).isEmpty();
  }

  @Test
  void whileSomethingIsOnItsWayOnlyContentsAreJudged() {
    publish("ada", 1, 3);
    send(change("ada", "x", 1, 1));
    head("ada", 9);

    assertThat(found(Optional.empty(), false))
        .containsExactly("ada follower-changes has more than one content under sequence 1");
  }

  @Test
  void whatIsNoChangeIsPassedOver() {
    publish("ada", 1);
    producer.send(new ProducerRecord<>(topic(), 0, null, new byte[] {1}));
    producer.send(new ProducerRecord<>(topic(), 0, new byte[] {(byte) 0xff}, null));
    producer.send(new ProducerRecord<>(topic(), 0, "ada".getBytes(UTF_8), "{}".getBytes(UTF_8)));
    head("ada", 1);

    assertThat(found()).isEmpty();
  }

  @Test
  void manyFolloweesAndRepeatsAreDoneInSharesAndAllFaultsFound() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String followee = "u" + i;
      publish(followee, 1, 2, 1, 2, 3);
      head(followee, 3);
      if (i % 8 == 0) {
        send(change(followee, "other", 2, 2));
        expected.add(followee + " follower-changes has more than one content under sequence 2");
      }
      if (i % 10 == 0) {
        publish(followee, 5);
        expected.add(followee + " followers: follower-changes has no sequence 4 and goes on to 5");
      }
    }

    assertThat(found()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void theSecondLookUnderTrafficConfirmsOnlyWhatIsStillSo() {
    publish("mended", 1);
    publish("ahead", 1, 2);
    publish("gap", 1, 3);
    publish("moving", 1, 2, 3);
    head("mended", 2);
    head("ahead", 3);
    head("gap", 3);
    head("moving", 3);
    Violations violations = new Violations();
    Suspicions suspicions = check(violations, Optional.empty(), true);

    publish("mended", 2);
    publish("moving", 4);
    head("moving", 4);
    suspicions.confirmThoseThatAreStillSo();

    assertThat(violations.kept())
        .extracting(Violation::user)
        .containsExactlyInAnyOrder("ahead", "gap");
  }

  @Test
  void theSecondLookUnderALaterEpochKnowsThatTheTopicMayHaveBegunAnew() {
    clients
        .database("followers")
        .getCollection("log")
        .insertOne(new Document("_id", "follow-events").append("epoch", 2L));
    publish("late", 7, 8, 9);
    publish("gap", 7, 9);
    head("late", 8);
    head("gap", 9);
    Violations violations = new Violations();
    Suspicions suspicions = check(violations, Optional.empty(), true);

    head("late", 9);
    suspicions.confirmThoseThatAreStillSo();

    assertThat(violations.kept()).extracting(Violation::user).containsExactly("gap");
  }

  @Test
  void headsThatGoOnAfterTheTopicWasReadAreNoSuspicion() {
    for (int i = 0; i < 20; i++) {
      publish("u" + i, 1, 2);
      head("u" + i, 2);
    }
    StoredLists busy =
        withBeforeEachRead(
            () -> {
              for (int i = 0; i < 20; i++) {
                publish("u" + i, 3);
                head("u" + i, 3);
              }
              publish("new", 1);
              head("new", 1);
            });
    Violations violations = new Violations();

    check(busy, new Suspicions(violations), violations, Optional.empty(), true).confirmAll();

    assertThat(violations.kept()).isEmpty();
  }

  @Test
  void changesThatAreSavedAMomentAfterTheyArePublishedAreNoSuspicion() {
    for (int i = 0; i < 20; i++) {
      publish("u" + i, 1, 2);
      head("u" + i, 1);
    }
    publish("new", 1);
    // The first read is the walk over all heads.
    StoredLists busy =
        withBeforeEachRead(
            () -> {},
            () -> {
              for (int i = 0; i < 20; i++) {
                head("u" + i, 2 + i % 2);
              }
              head("new", 1);
            });
    Violations violations = new Violations();

    check(busy, new Suspicions(violations), violations, Optional.empty(), true).confirmAll();

    assertThat(violations.kept()).isEmpty();
  }

  @Test
  void whatIsTooMuchForASecondLookIsNotJudged() {
    for (int i = 0; i < 20; i++) {
      publish("u" + i, 1, 2);
      head("u" + i, 1);
    }
    Violations violations = new Violations();
    Suspicions suspicions =
        check(lists(), new Suspicions(violations, 5, 10), violations, Optional.empty(), true);

    for (int i = 0; i < 20; i++) {
      head("u" + i, 2);
    }
    suspicions.confirmThoseThatAreStillSo();

    assertThat(violations.kept()).isEmpty();
    assertThat(suspicions.notJudged()).isEqualTo(15);
  }

  @Test
  void headsAreReadWithoutTheirIds() {
    publish("ada", 1, 2, 4);
    publish("gone", 1);
    publish("late", 1, 2);
    head("ada", 4);
    head("late", 1);
    List<BsonDocument> finds = new ArrayList<>();
    Violations violations = new Violations();
    try (MongoClient client = ListenedReads.client(mongo.connectionString(), finds)) {
      StoredLists lists = new StoredLists(client.getDatabase(prefix + "followers"));
      check(lists, new Suspicions(violations), violations, Optional.empty(), true)
          .confirmThoseThatAreStillSo();
    }

    assertThat(violations.kept())
        .extracting(Violation::user)
        .containsExactlyInAnyOrder("ada", "gone", "late");
    assertThat(finds)
        .filteredOn(find -> find.getString("find").getValue().equals("followers"))
        .hasSizeGreaterThan(2)
        .allMatch(find -> find.containsKey("projection"));
  }

  /** Lists where something happens before each read, one thing after the other. */
  private StoredLists withBeforeEachRead(Runnable... happenings) {
    Iterator<Runnable> next = List.of(happenings).iterator();
    return new StoredLists(
        HookedReads.of(
            clients.database("followers"),
            "followers",
            () -> {
              if (next.hasNext()) {
                next.next().run();
              }
            }));
  }

  private StoredLists lists() {
    return new StoredLists(clients.database("followers"));
  }

  private List<String> found() {
    return found(Optional.empty(), true);
  }

  private List<String> found(Optional<String> user, boolean drained) {
    Violations violations = new Violations();
    check(violations, user, drained).confirmAll();
    assertThat(violations.kept()).allMatch(each -> each.law() == Law.SEQUENCE);
    return violations.kept().stream().map(each -> each.user() + " " + each.detail()).toList();
  }

  private Suspicions check(Violations violations, Optional<String> user, boolean drained) {
    return check(lists(), new Suspicions(violations), violations, user, drained);
  }

  private Suspicions check(
      StoredLists lists,
      Suspicions suspicions,
      Violations violations,
      Optional<String> user,
      boolean drained) {
    producer.flush();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    reader = new TopicReader(kafka.bootstrapServers());
    new SequenceCheck(
            reader,
            prefix,
            lists,
            suspicions,
            violations,
            new Console(nowhere, nowhere, false),
            50,
            30)
        .run(user, drained);
    return suspicions;
  }

  private void head(String user, long sequence) {
    Object[] ids = new Object[(int) sequence];
    for (int i = 0; i < sequence; i++) {
      ids[i] = "f" + i;
    }
    stored.head(Side.FOLLOWERS, user, ids);
    stored.spoil(Side.FOLLOWERS, user, "sequence", sequence);
  }

  /** Changes of a followee, each of which adds one. */
  private void publish(String followee, long... sequences) {
    for (long sequence : sequences) {
      send(change(followee, "f" + sequence, sequence, sequence));
    }
    producer.flush();
  }

  private static FollowerChange change(
      String followee, String follower, long sequence, long count) {
    return new FollowerAdded(
        new FolloweeId(followee), new FollowerId(follower), sequence, count, THEN, Cause.USER);
  }

  private void send(FollowerChange change) {
    producer.send(
        new ProducerRecord<>(topic(), change.key().getBytes(UTF_8), EventCodec.encode(change)));
  }

  private String topic() {
    return Topic.FOLLOWER_CHANGES.name(prefix);
  }

  private TopicPartition partitionOf(String key) {
    return new KeyedTopic(topic(), PARTITIONS).partitionOf(key);
  }
}
