package io.longtail.local.verifying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.local.console.Console;
import io.longtail.local.importing.EdgePublisher;
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
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VerifierIT {
  private static final Limits LIMITS = new Limits(5, 4_096, 3);
  private static final Duration SHORT = Duration.ofMillis(300);

  private static EmbeddedKafka kafka;

  private EmbeddedMongo mongo;
  private StackClients clients;
  private StoredListsFixture stored;

  @BeforeAll
  static void startKafka() {
    kafka = EmbeddedKafka.temporary();
    try (TopicProvisioner provisioner = new TopicProvisioner(kafka.bootstrapServers())) {
      provisioner.provision("", 2);
      provisioner.provision("busy-", 2);
    }
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  @BeforeEach
  void startWithNothing() {
    mongo = EmbeddedMongo.inMemory();
    connect("");
  }

  private void connect(String prefix) {
    clients =
        new StackClients(
            new StackAddress(kafka.bootstrapServers(), mongo.connectionString(), prefix, Map.of()));
    stored = new StoredListsFixture(clients.database("followers"), clients.database("stats"));
  }

  @AfterEach
  void stop() {
    clients.close();
    mongo.close();
  }

  @Test
  void nothingStoredIsWellAndDrained() {
    Verification found = verifier().verify(Optional.empty());

    assertThat(found.drained()).isTrue();
    assertThat(found.lists()).isZero();
    assertThat(found.violations().count()).isZero();
  }

  @Test
  void listsInEveryFormThatAreRightHaveNoViolations() {
    storeGoodGraph();

    Verification found = verifier().verify(Optional.empty());

    assertThat(found.violations().kept()).isEmpty();
    assertThat(found.edges()).isEqualTo(3 + 4 + 7);
    assertThat(found.lists()).isEqualTo(3 + 14);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("spoilings")
  void namesEveryKindOfViolation(
      String name, Consumer<StoredListsFixture> spoiling, List<Violation> expected) {
    storeGoodGraph();

    spoiling.accept(stored);

    assertThat(verifier().verify(Optional.empty()).violations().kept())
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("spoilings")
  void namesTheSameWhenAskedForEachUser(
      String name, Consumer<StoredListsFixture> spoiling, List<Violation> expected) {
    storeGoodGraph();

    spoiling.accept(stored);

    assertThat(expected)
        .allSatisfy(
            violation ->
                assertThat(verifier().verify(Optional.of(violation.user())).violations().kept())
                    .contains(violation));
  }

  static Stream<Arguments> spoilings() {
    return Stream.of(
        spoiling(
            "an id twice in a head",
            stored -> {
              stored.head(Side.FOLLOWERS, "ada", "f1", "f2", "f1");
              stored.stats("ada", 3, 0);
            },
            violation(Law.NO_DUPLICATES, "ada", "followers: f1 is listed 2 times"),
            violation(
                Law.SIDES_AGREE,
                "f3",
                "following lists ada, and followers of ada does not list f3")),
        spoiling(
            "an id in a page and in the head",
            stored -> {
              stored.spoil(Side.FOLLOWERS, "cyd", "followerIds", List.of("c5", "c1"));
              stored.spoil(Side.FOLLOWERS, "cyd", "followedAt", List.of(1_000L, 1_001L));
              stored.deleteHead(Side.FOLLOWING, "c6");
              stored.stats("c6", 0, 0);
            },
            violation(Law.NO_DUPLICATES, "cyd", "followers: c1 is listed 2 times")),
        spoiling(
            "a count that is not the length of its list",
            stored -> {
              stored.spoil(Side.FOLLOWERS, "ada", "followerCount", 4L);
              stored.stats("ada", 4, 0);
            },
            violation(
                Law.COUNT_IS_LIST, "ada", "followers: followerCount is 4 and 3 ids are listed")),
        spoiling(
            "a count of stats-service that is off",
            stored -> stored.stats("f1", 0, 2),
            violation(
                Law.COUNT_IS_LIST,
                "f1",
                "following: followingCount is 1 and stats-service says 2")),
        spoiling(
            "a count of stats-service for somebody without a list",
            stored -> stored.stats("nobody", 1, 0),
            violation(
                Law.COUNT_IS_LIST,
                "nobody",
                "followers: followerCount is 0 and stats-service says 1")),
        spoiling(
            "marks that do not rise in a head",
            stored -> stored.spoil(Side.FOLLOWERS, "ada", "followedAt", List.of(5L, 5L, 6L)),
            violation(Law.ORDER, "ada", "followers: in the head mark 5 comes after mark 5")),
        spoiling(
            "marks that fall from a page to the head",
            stored -> stored.spoil(Side.FOLLOWERS, "cyd", "followedAt", List.of(50L, 1_001L)),
            violation(Law.ORDER, "cyd", "followers: in the head mark 50 comes after mark 101")),
        spoiling(
            "fewer marks than ids",
            stored -> stored.spoil(Side.FOLLOWERS, "ada", "followedAt", List.of(5L, 6L)),
            violation(Law.BOUNDS, "ada", "followers: the head has 3 ids and 2 marks")),
        spoiling(
            "a head with too many ids",
            stored -> stored.edges("eve", "e1", "e2", "e3", "e4", "e5", "e6"),
            violation(Law.BOUNDS, "eve", "followers: the head holds 6 ids, not at most 5")),
        spoiling(
            "a head with too many bytes",
            stored -> stored.spoil(Side.FOLLOWERS, "ada", "note", "x".repeat(4_000)),
            violation(Law.BOUNDS, "ada", "followers: the head has 4242 bytes, not at most 4096")),
        spoiling(
            "a page with too many ids",
            stored -> {
              stored.listWithPages(
                  Side.FOLLOWERS, "cyd", List.of(List.of("c1", "c2", "c3", "c4")), "c5", "c6");
              stored.head(Side.FOLLOWING, "c4", "cyd");
              stored.stats("c4", 0, 1);
              stored.deleteHead(Side.FOLLOWING, "c7");
              stored.stats("c7", 0, 0);
              stored.stats("cyd", 6, 0);
            },
            violation(Law.BOUNDS, "cyd", "followers: page 0 holds 4 ids, not at most 3")),
        spoiling(
            "a page that is missing",
            stored -> stored.deletePage(Side.FOLLOWERS, "cyd:1"),
            violation(Law.BOUNDS, "cyd", "followers: page 1 is missing"),
            violation(
                Law.COUNT_IS_LIST, "cyd", "followers: followerCount is 7 and 5 ids are listed"),
            violation(
                Law.SIDES_AGREE,
                "c4",
                "following lists cyd, and followers of cyd does not list c4"),
            violation(
                Law.SIDES_AGREE,
                "c7",
                "following lists cyd, and followers of cyd does not list c7")),
        spoiling(
            "overflow without its flag",
            stored -> stored.drop(Side.FOLLOWERS, "cyd", "hasOverflow"),
            violation(
                Law.BOUNDS,
                "cyd",
                "followers: hasOverflow is absent and the pages are 0 to below 2")),
        spoiling(
            "the flag without overflow",
            stored -> stored.spoil(Side.FOLLOWING, "f1", "hasOverflow", true),
            violation(
                Law.BOUNDS, "f1", "following: hasOverflow is true and the pages are 0 to below 0")),
        spoiling(
            "a ghost in a page of whom the other side knows nothing",
            stored -> {
              stored.spoilPage(
                  Side.FOLLOWERS, "cyd:1", "followerIds", List.of("c4", "c7", "ghost"));
              stored.spoilPage(Side.FOLLOWERS, "cyd:1", "followedAt", List.of(100L, 101L, 102L));
              stored.spoil(Side.FOLLOWERS, "cyd", "followerCount", 8L);
              stored.stats("cyd", 8, 0);
            },
            violation(
                Law.SIDES_AGREE,
                "cyd",
                "followers lists ghost, and following of ghost does not list cyd")),
        spoiling(
            "a list that is gone",
            stored -> {
              stored.deleteHead(Side.FOLLOWERS, "ada");
              stored.stats("ada", 0, 0);
            },
            violation(
                Law.SIDES_AGREE,
                "f1",
                "following lists ada, and followers of ada does not list f1"),
            violation(
                Law.SIDES_AGREE,
                "f2",
                "following lists ada, and followers of ada does not list f2"),
            violation(
                Law.SIDES_AGREE,
                "f3",
                "following lists ada, and followers of ada does not list f3")),
        spoiling(
            "a document of another shape",
            stored -> stored.spoil(Side.FOLLOWERS, "ada", "nextPage", "none"),
            violation(Law.BOUNDS, "ada", "followers: head: nextPage is no number")));
  }

  @Test
  void anIdInRemovedIdsIsNotListed() {
    storeGoodGraph();
    stored.spoil(Side.FOLLOWERS, "cyd", "removedIds", List.of("c1"));
    stored.spoil(Side.FOLLOWERS, "cyd", "followerCount", 6L);
    stored.stats("cyd", 6, 0);
    stored.deleteHead(Side.FOLLOWING, "c1");
    stored.stats("c1", 0, 0);

    assertThat(verifier().verify(Optional.empty()).violations().kept()).isEmpty();
  }

  @Test
  void countsAllViolationsAndKeepsTheFirstHundred() {
    IntStream.range(0, 150).forEach(i -> stored.stats("nobody-" + i, 1, 0));

    Violations violations = verifier().verify(Optional.empty()).violations();

    assertThat(violations.count()).isEqualTo(150);
    assertThat(violations.kept()).hasSize(100);
  }

  @Test
  void beforeTheLogIsAppliedOnlyWhatAListViolatesByItselfIsTold() {
    connect("busy-");
    publish("busy-");
    stored.head(Side.FOLLOWERS, "ada", "f1", "f1");

    Verification found = verifier().verify(Optional.empty());

    assertThat(found.drained()).isFalse();
    assertThat(found.violations().kept())
        .containsExactly(violation(Law.NO_DUPLICATES, "ada", "followers: f1 is listed 2 times"));
  }

  @Test
  void theLogIsAppliedWhenProgressHasReachedItsEnd() {
    connect("busy-");
    publish("busy-");
    progress(0, 100);
    progress(1, 100);

    assertThat(verifier().verify(Optional.empty()).drained()).isTrue();
  }

  @Test
  void pagesOutOfRangeAreCountedAndNoViolation() {
    storeGoodGraph();
    stored.spoil(Side.FOLLOWERS, "cyd", "firstPage", 1L);
    stored.spoil(Side.FOLLOWERS, "cyd", "followerCount", 4L);
    stored.stats("cyd", 4, 0);
    for (String left : List.of("c1", "c2", "c3")) {
      stored.deleteHead(Side.FOLLOWING, left);
      stored.stats(left, 0, 0);
    }
    stored.page(Side.FOLLOWERS, "cyd", 2, "c1");
    stored.page(Side.FOLLOWING, "nobody:with:colons", 0, "c1");

    Verification found = verifier().verify(Optional.empty());

    assertThat(found.violations().kept()).isEmpty();
    assertThat(found.garbagePages()).isEqualTo(3);
    assertThat(verifier().verify(Optional.of("cyd")).garbagePages()).isEqualTo(2);
    assertThat(verifier().verify(Optional.of("nobody")).garbagePages()).isZero();
    assertThat(verifier().verify(Optional.of("nobody:with:colons")).garbagePages()).isEqualTo(1);
  }

  @Test
  void aHeadOverItsBoundsIsToldBeforeEverythingHasArrivedOnceItsOwnBatchIsDone() {
    connect("busy-");
    publish("busy-");
    progress(0, 7);
    stored.head(Side.FOLLOWERS, "done", "e1", "e2", "e3", "e4", "e5", "e6");
    stored.spoil(Side.FOLLOWERS, "done", "applied", new Document("epoch", 1L).append("0", 7L));
    stored.head(Side.FOLLOWERS, "at-work", "e1", "e2", "e3", "e4", "e5", "e6");
    stored.spoil(Side.FOLLOWERS, "at-work", "applied", new Document("epoch", 1L).append("1", 0L));

    Verification found = verifier().verify(Optional.empty());

    assertThat(found.drained()).isFalse();
    assertThat(found.violations().kept())
        .containsExactly(
            violation(Law.BOUNDS, "done", "followers: the head holds 6 ids, not at most 5"));
  }

  @Test
  void aLogThatCannotBeReplayedIsToldBeforeAnythingElseIsDone() {
    clients
        .database("followers")
        .getCollection("log")
        .insertOne(new Document("_id", "follow-events").append("epoch", 2L));
    MongoDatabase unread =
        HookedReads.of(
            clients.database("followers"),
            "followers",
            () -> {
              throw new AssertionError("lists are read");
            });

    assertThatThrownBy(() -> verifier(unread).againstLog().verify(Optional.empty()))
        .isInstanceOf(NoReplayException.class);
  }

  @Test
  void pagesOutOfRangeAreCountedByTheNumbersOfTheHeadsAlone() {
    storeGoodGraph();
    stored.page(Side.FOLLOWERS, "cyd", 2, "c1");
    List<BsonDocument> finds = new ArrayList<>();
    try (MongoClient client = ListenedReads.client(mongo.connectionString(), finds)) {
      StoredLists lists = new StoredLists(client.getDatabase("followers"));

      assertThat(new GarbagePages(lists).count(Optional.empty())).isEqualTo(1);
    }

    assertThat(finds).hasSizeGreaterThan(2).allMatch(find -> find.containsKey("projection"));
  }

  @Test
  void aReadOfAPageThatFailsStopsTheVerification() {
    storeGoodGraph();
    MongoDatabase failing =
        HookedReads.of(
            clients.database("followers"),
            "followerOverflow",
            () -> {
              throw new MongoException(50, "operation exceeded time limit");
            });

    assertThatThrownBy(() -> verifier(failing).verify(Optional.empty()))
        .isInstanceOf(MongoException.class);
    assertThatThrownBy(() -> verifier(failing).verify(Optional.of("cyd")))
        .isInstanceOf(MongoException.class);
  }

  private void progress(int partition, long offset) {
    Document log = new Document("_id", "follow-events");
    clients
        .database("followers")
        .getCollection("log")
        .replaceOne(log, new Document(log).append("epoch", 1L), new ReplaceOptions().upsert(true));
    clients
        .database("followers")
        .getCollection("progress")
        .insertOne(
            new Document("_id", Integer.toString(partition))
                .append("epoch", 1)
                .append("offset", offset));
  }

  private void publish(String prefix) {
    try (EdgePublisher publisher = new EdgePublisher(kafka.bootstrapServers(), prefix)) {
      publisher.publish(
          new FollowEvent.Follow(
              new Edge(new FollowerId("f1"), new FolloweeId("ada")),
              Optional.empty(),
              Cause.IMPORT));
      publisher.finish();
    }
  }

  /** A list in one document, one whose members have every form, and one with two pages. */
  private void storeGoodGraph() {
    stored.edges("ada", "f1", "f2", "f3");

    UUID uuid = UUID.fromString("6f1c1e0e-0d0f-4c55-9d4e-0a1b2c3d4e5f");
    ObjectId objectId = new ObjectId("65f0c0ffee65f0c0ffee65f0");
    stored.head(Side.FOLLOWERS, "42", 7L, objectId, uuid, "bob");
    stored.stats("42", 4, 0);
    for (String follower : List.of("7", objectId.toHexString(), uuid.toString(), "bob")) {
      stored.head(Side.FOLLOWING, follower, 42L);
      stored.stats(follower, 0, 1);
    }

    stored.edges("cyd", "c1", "c2", "c3", "c4", "c7", "c5", "c6");
    stored.listWithPages(
        Side.FOLLOWERS, "cyd", List.of(List.of("c1", "c2", "c3"), List.of("c4", "c7")), "c5", "c6");
  }

  private Verifier verifier() {
    return verifier(clients.database("followers"));
  }

  private Verifier verifier(MongoDatabase followers) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return new Verifier(clients, followers, LIMITS, SHORT, new Console(nowhere, nowhere, false));
  }

  private static Arguments spoiling(
      String name, Consumer<StoredListsFixture> spoiling, Violation... expected) {
    return Arguments.of(name, spoiling, List.of(expected));
  }

  private static Violation violation(Law law, String user, String detail) {
    return new Violation(law, user, detail);
  }
}
