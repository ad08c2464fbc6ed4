package io.longtail.followers.mongo;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.events.FollowEvent;
import io.longtail.events.Repair;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.InMemoryEdgeLists;
import io.longtail.followers.NaiveGraph;
import io.longtail.followers.NoChanges;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.AppliedOffsets;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import io.longtail.local.mongo.EmbeddedMongo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MongoEdgeListsIT {
  private static EmbeddedMongo server;
  private static MongoClient client;
  private static int databases;

  private MongoDatabase database;
  private MongoEdgeLists followers;
  private MongoEdgeLists following;

  @BeforeAll
  static void start() {
    server = EmbeddedMongo.inMemory();
    client = MongoClients.create(server.connectionString());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void freshDatabase() {
    database = client.getDatabase("lists" + databases++);
    followers = new MongoEdgeLists(database, Side.FOLLOWERS);
    following = new MongoEdgeLists(database, Side.FOLLOWING);
  }

  /** The stored documents are those of the in-memory lists, after any history. */
  @Test
  void anyHistoryStoresWhatTheListsInMemoryHave() {
    ListSettings settings = new ListSettings(6, 64 * 1024, 3, 1, 3);
    InMemoryEdgeLists followersInMemory = new InMemoryEdgeLists();
    InMemoryEdgeLists followingInMemory = new InMemoryEdgeLists();
    FollowEventApplier stored =
        new FollowEventApplier(followers, following, new NoChanges(), settings);
    FollowEventApplier inMemory =
        new FollowEventApplier(followersInMemory, followingInMemory, new NoChanges(), settings);
    Random random = new Random(7);
    long offset = 0;
    for (int round = 0; round < 150; round++) {
      EventBatch batch = new EventBatch(1, 0);
      for (int i = 0; i < 10; i++) {
        batch.add(offset++, anyEvent(random), 1_700_000_000_000L + round);
      }
      stored.apply(batch);
      inMemory.apply(batch);
    }

    assertSame(followers, followersInMemory);
    assertSame(following, followingInMemory);
  }

  /** In one batch, so in one bulk write a side; of lists that are new, short, or long already. */
  @Test
  void followUnfollowAndFollowOfManyEdgesInOneBatchAreStoredAsTheModelHasThem() {
    FollowEventApplier applier =
        new FollowEventApplier(
            followers, following, new NoChanges(), new ListSettings(6, 64 * 1024, 3, 1, 3));
    NaiveGraph model = new NaiveGraph();
    List<FollowEvent> before = new ArrayList<>();
    for (int i = 0; i < 30; i += 2) {
      before.add(follow("hub", "c" + i));
      before.add(follow("f" + i, "hub"));
    }
    apply(applier, model, 0, before);
    assertThat(followers.heads(List.of("hub")).get("hub").hasOverflow()).isTrue();
    assertThat(following.heads(List.of("hub")).get("hub").hasOverflow()).isTrue();

    List<FollowEvent> events =
        new ArrayList<>(
            List.of(follow("one", "other"), unfollow("one", "other"), follow("one", "other")));
    IntStream.range(0, 30).forEach(i -> events.add(follow("hub", "c" + i)));
    IntStream.range(0, 30).forEach(i -> events.add(follow("f" + i, "hub")));
    IntStream.range(0, 30).forEach(i -> events.add(unfollow("f" + i, "hub")));
    IntStream.range(0, 30).forEach(i -> events.add(unfollow("hub", "c" + i)));
    IntStream.range(0, 30).forEach(i -> events.add(follow("hub", "c" + i)));
    IntStream.range(0, 30).forEach(i -> events.add(follow("f" + i, "hub")));
    apply(applier, model, before.size(), events);

    assertEqualsModel(followers, model.followers);
    assertEqualsModel(following, model.following);
  }

  private static void apply(
      FollowEventApplier applier, NaiveGraph model, long offset, List<FollowEvent> events) {
    EventBatch batch = new EventBatch(1, 0);
    for (int i = 0; i < events.size(); i++) {
      batch.add(offset + i, events.get(i), 1_700_000_000_000L + offset);
      model.accept(events.get(i), 1_700_000_000_000L + offset);
    }
    applier.apply(batch);
  }

  private static void assertEqualsModel(
      MongoEdgeLists stored, Map<String, NaiveGraph.NaiveList> model) {
    model.forEach(
        (user, expected) -> {
          Head head = stored.heads(List.of(user)).get(user);
          List<Map.Entry<String, Long>> listed = new ArrayList<>();
          stored
              .pages(user, head.firstPage(), head.nextPage())
              .forEach(page -> listed.addAll(entries(page.edges().without(head.removedIds()))));
          listed.addAll(entries(head.edges()));
          assertThat(listed)
              .as("list of %s", head)
              .isEqualTo(List.copyOf(expected.members.entrySet()));
          assertThat(head.count()).as("count of %s", head).isEqualTo(expected.members.size());
          assertThat(head.sequence()).as("sequence of %s", head).isEqualTo(expected.sequence);
        });
  }

  private static List<Map.Entry<String, Long>> entries(Edges edges) {
    return IntStream.range(0, edges.size())
        .mapToObj(i -> Map.entry(edges.id(i), edges.mark(i)))
        .toList();
  }

  private static FollowEvent anyEvent(Random random) {
    int followee = random.nextInt(3) == 0 ? 0 : random.nextInt(12);
    int follower = (followee + 1 + random.nextInt(11)) % 12;
    return random.nextInt(5) < 3
        ? follow(id(follower), id(followee))
        : unfollow(id(follower), id(followee));
  }

  /** Ids of every form. */
  private static String id(int i) {
    return switch (i % 4) {
      case 0 -> Integer.toString(i);
      case 1 -> "507f1f77bcf86cd7994390" + (10 + i);
      case 2 -> "123e4567-e89b-12d3-a456-4266141740" + (10 + i);
      default -> "user-" + i;
    };
  }

  private static void assertSame(MongoEdgeLists stored, InMemoryEdgeLists inMemory) {
    for (Head head : inMemory.allHeads()) {
      assertThat(stored.heads(List.of(head.userId())).get(head.userId())).isEqualTo(head);
      assertThat(stored.pages(head.userId(), 0, head.nextPage() + 1))
          .isEqualTo(inMemory.allPages(head.userId()));
    }
  }

  @Test
  void theDocumentsHaveTheDocumentedShape() {
    FollowEventApplier applier =
        new FollowEventApplier(
            followers, following, new NoChanges(), new ListSettings(2, 64 * 1024, 2, 1, 1));
    EventBatch batch = new EventBatch(1, 3);
    batch.add(7, follow("u-11", "u-7"), 1_000);
    batch.add(8, follow("12", "u-7"), 1_000);
    applier.apply(batch);
    EventBatch more = new EventBatch(1, 3);
    more.add(9, follow("u-13", "u-7"), 1_001);
    more.add(10, unfollow("u-11", "u-7"), 1_001);
    applier.apply(more);

    Document head = database.getCollection("followers").find().first();
    assertThat(head.keySet())
        .containsExactlyInAnyOrder(
            "_id",
            "schemaVersion",
            "followerIds",
            "followedAt",
            "followerCount",
            "firstPage",
            "nextPage",
            "sequence",
            "lastMark",
            "revision",
            "applied");
    assertThat(head).containsEntry("_id", "u-7").containsEntry("schemaVersion", 1);
    assertThat(head.getList("followerIds", Object.class)).containsExactly(12L, "u-13");
    assertThat(head.getList("followedAt", Long.class))
        .containsExactly((1_000L << 20) + 1, 1_001L << 20);
    assertThat(head).containsEntry("followerCount", 2L).containsEntry("sequence", 4L);
    assertThat(head.get("applied", Document.class))
        .isEqualTo(new Document("epoch", 1L).append("3", 10L));
  }

  @Test
  void aRepairWritesADamagedDocumentAnewAndSweepsPagesOutsideItsRange() {
    FollowEventApplier applier =
        new FollowEventApplier(followers, following, new NoChanges(), ListSettings.DEFAULT);
    EventBatch batch = new EventBatch(1, 0);
    batch.add(0, follow("a", "c"), 1_000);
    applier.apply(batch);
    database
        .getCollection("followers")
        .updateOne(
            new Document("_id", "c"),
            new Document(
                "$set",
                new Document("followerCount", 9).append("hasOverflow", true).append("x", 1)));
    followers.insert(new Page("c", 0, Edges.NONE, 1, 0));

    EventBatch repair = new EventBatch(1, 0);
    repair.add(1, new Repair("c"), 1_000);
    applier.apply(repair);

    Document head = database.getCollection("followers").find(new Document("_id", "c")).first();
    assertThat(head).doesNotContainKeys("hasOverflow", "x").containsEntry("followerCount", 1L);
    assertThat(head).containsEntry("sequence", 2L).containsEntry("revision", 2L);
    assertThat(followers.pages("c", 0, 1)).isEmpty();
  }

  @Test
  void anOverflownListDeclaresItselfAndItsPagesHaveTheDocumentedShape() {
    FollowEventApplier applier =
        new FollowEventApplier(
            followers, following, new NoChanges(), new ListSettings(4, 64 * 1024, 3, 1, 1));
    EventBatch batch = new EventBatch(1, 0);
    IntStream.range(0, 5).forEach(i -> batch.add(i, follow("f" + i, "c"), 1_000));
    applier.apply(batch);
    EventBatch more = new EventBatch(1, 0);
    more.add(5, unfollow("f0", "c"), 1_001);
    applier.apply(more);

    Document head = database.getCollection("followers").find().first();
    assertThat(head).containsEntry("hasOverflow", true).containsEntry("nextPage", 1);
    assertThat(head.getList("removedIds", String.class)).containsExactly("f0");
    assertThat(head.getInteger("documentBytes")).isPositive();
    Document page = database.getCollection("followerOverflow").find().first();
    assertThat(page.keySet())
        .containsExactlyInAnyOrder(
            "_id",
            "schemaVersion",
            "userId",
            "page",
            "followerIds",
            "followedAt",
            "fromRevision",
            "compacted");
    assertThat(page).containsEntry("_id", "c:0").containsEntry("userId", "c");
    assertThat(page.getList("followerIds", String.class)).containsExactly("f0", "f1", "f2");
  }

  @Test
  void aSaveFromAnOutdatedRevisionTakesNoEffect() {
    Head first = headWith("a", 1);
    Head second = headWith("b", 2);
    assertThat(followers.save(List.of(new HeadUpdate(Head.empty("c"), first, List.of())))).isTrue();

    assertThat(followers.save(List.of(new HeadUpdate(Head.empty("c"), first, List.of()))))
        .as("an insert where a head is already")
        .isFalse();
    assertThat(followers.save(List.of(new HeadUpdate(first, second, List.of())))).isTrue();
    assertThat(followers.save(List.of(new HeadUpdate(first, second, List.of()))))
        .as("an update from an old revision")
        .isFalse();
    assertThat(followers.heads(List.of("c")).get("c")).isEqualTo(second);
  }

  private static Head headWith(String member, long revision) {
    return new Head(
        "c",
        Edges.ofArrays(new String[] {member}, new long[] {revision}),
        1,
        0,
        0,
        Set.of(),
        revision,
        revision,
        revision,
        new AppliedOffsets(1, Map.of(0, revision)));
  }

  @Test
  void aPageIsInsertedOnceAndReplacedOnlyUnchanged() {
    Page page = new Page("c", 0, Edges.ofArrays(new String[] {"a"}, new long[] {1}), 5, 0);
    Page compacted = new Page("c", 0, Edges.NONE, 5, 9);

    assertThat(followers.insert(page)).isTrue();
    assertThat(followers.insert(page)).isFalse();
    assertThat(followers.replace(page, compacted)).isTrue();
    assertThat(followers.replace(page, compacted)).isFalse();
    assertThat(followers.pages("c", 0, 10)).containsExactly(compacted);
    followers.deletePages("c", 0, 1);
    assertThat(followers.pages("c", 0, 10)).isEmpty();
  }

  @Test
  void onlyAPageOfAnOlderHeadIsSwept() {
    Page page = new Page("c", 3, Edges.ofArrays(new String[] {"a"}, new long[] {1}), 5, 0);
    followers.insert(page);

    followers.deleteOlder("c", 3, 5);
    assertThat(followers.pages("c", 3, 4)).containsExactly(page);
    followers.deleteOlder("c", 3, 6);
    assertThat(followers.pages("c", 3, 4)).isEmpty();
  }

  @Test
  void theFirstFollowsOfABrandNewUserFromManyThreadsMakeOneDocument() throws Exception {
    int threads = 64;
    // Each thread owns a partition, as owners of one follower's many followees do.
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int partition = i;
        done.add(
            pool.submit(
                () -> {
                  EventBatch batch = new EventBatch(1, partition);
                  batch.add(0, follow("fresh", "c" + partition), 1_000);
                  return new FollowEventApplier(
                          followers, following, new NoChanges(), ListSettings.DEFAULT)
                      .apply(batch);
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(database.getCollection("following").countDocuments()).isEqualTo(1);
    Head head = following.heads(List.of("fresh")).get("fresh");
    assertThat(head.count()).isEqualTo(threads);
    assertThat(Set.copyOf(head.edges().ids())).hasSize(threads);
  }
}
