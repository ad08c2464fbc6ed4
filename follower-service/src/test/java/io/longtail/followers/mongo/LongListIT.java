package io.longtail.followers.mongo;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.events.FollowEvent;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.GraphReads;
import io.longtail.followers.ListPart;
import io.longtail.followers.ListPart.Item;
import io.longtail.followers.ListPart.Place;
import io.longtail.followers.ListReader;
import io.longtail.followers.NoChanges;
import io.longtail.followers.Order;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.AppliedOffsets;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import io.longtail.local.mongo.EmbeddedMongo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists of many pages, as they are stored. */
class LongListIT {
  private static final int ENUMERATED = Integer.getInteger("trials.enumerated", 100_000);
  private static final int PAGE = 900;
  private static final int CALLS_COMPARED = 25;

  private final EmbeddedMongo server = EmbeddedMongo.inMemory();
  private final MongoClient client = MongoClients.create(server.connectionString());
  private final MongoDatabase database = client.getDatabase("followers");
  private final MongoEdgeLists followers = new MongoEdgeLists(database, Side.FOLLOWERS);
  private final MongoEdgeLists following = new MongoEdgeLists(database, Side.FOLLOWING);
  private final ListReader reader = new ListReader(new GraphReads(followers, following));
  private long nextOffset;

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  /** The last parts of a list take as long as the first ones: a place is found, not counted to. */
  @Test
  void aListIsEnumeratedToItsEndAndTheLastPartsTakeAsLongAsTheFirst() {
    store(ENUMERATED);
    for (Order order : Order.values()) {
      walk(order, 40); // warms the code up

      List<Long> nanos = walk(order, Integer.MAX_VALUE);

      // The very first parts are the head's; of the last one only some is left.
      double first = median(nanos.subList(2, 2 + CALLS_COMPARED));
      double last = median(nanos.subList(nanos.size() - 1 - CALLS_COMPARED, nanos.size() - 1));
      System.out.printf(
          "%s: %d followers in %d parts, first parts %.2f ms, last parts %.2f ms, ratio %.2f%n",
          order, ENUMERATED, nanos.size(), first / 1e6, last / 1e6, last / first);
      assertThat(last / first).as("time of the last parts to that of the first").isLessThan(5);
    }
  }

  private void store(int size) {
    int pages = (size - 100) / PAGE;
    for (int number = 0; number < pages; number++) {
      followers.insert(new Page("big", number, edges(number * PAGE, (number + 1) * PAGE), 1, 0));
    }
    Head head =
        new Head(
            "big",
            edges(pages * PAGE, size),
            size,
            0,
            pages,
            Set.of(),
            size,
            size,
            1,
            AppliedOffsets.NONE);
    assertThat(followers.save(List.of(new HeadUpdate(Head.empty("big"), head, List.of()))))
        .isTrue();
  }

  private static Edges edges(int from, int to) {
    return Edges.ofArrays(
        IntStream.range(from, to).mapToObj(i -> "f" + i).toArray(String[]::new),
        IntStream.range(from, to).mapToLong(i -> i + 1L).toArray());
  }

  /** Returns what each call took. */
  private List<Long> walk(Order order, int callsMax) {
    List<Long> nanos = new ArrayList<>();
    Optional<Place> place = Optional.empty();
    int next = order == Order.NEWEST ? ENUMERATED - 1 : 0;
    do {
      long start = System.nanoTime();
      ListPart part = reader.read(Side.FOLLOWERS, "big", order, 1_000, place);
      nanos.add(System.nanoTime() - start);
      for (Item item : part.items()) {
        assertThat(item.id().equals("f" + next)).as("f%d, not %s", next, item).isTrue();
        next += order == Order.NEWEST ? -1 : 1;
      }
      place = part.next();
    } while (place.isPresent() && nanos.size() < callsMax);
    if (place.isEmpty()) {
      assertThat(nanos).hasSize((ENUMERATED + 999) / 1_000);
      assertThat(next).isEqualTo(order == Order.NEWEST ? -1 : ENUMERATED);
    }
    return nanos;
  }

  private static double median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  /** 3,000 followers, 2,000 removed in bulk while new follows arrive; then most of the rest. */
  @Test
  void aBulkRemovalDuringNewFollowsLeavesCountListFlagAndPagesRight() {
    FollowEventApplier applier =
        new FollowEventApplier(followers, following, new NoChanges(), ListSettings.DEFAULT);
    List<String> expected = new ArrayList<>();
    List<FollowEvent> events = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      events.add(follow("f" + i, "c"));
      expected.add("f" + i);
    }
    apply(applier, events);
    assertStored(expected, true);

    events.clear();
    for (int i = 0; i < 2_000; i++) {
      events.add(unfollow("f" + i, "c"));
      expected.remove("f" + i);
      if (i % 4 == 0) {
        events.add(follow("g" + i, "c"));
        expected.add("g" + i);
      }
    }
    apply(applier, events);
    assertStored(expected, true);

    events.clear();
    List<String> leaving = List.copyOf(expected.subList(0, expected.size() - 400));
    leaving.forEach(id -> events.add(unfollow(id, "c")));
    expected.removeAll(leaving);
    apply(applier, events);
    assertStored(expected, false);
  }

  private void apply(FollowEventApplier applier, List<FollowEvent> events) {
    for (int from = 0; from < events.size(); from += 500) {
      EventBatch batch = new EventBatch(1, 0);
      for (FollowEvent event : events.subList(from, Math.min(from + 500, events.size()))) {
        batch.add(nextOffset++, event, 1_700_000_000_000L);
      }
      applier.apply(batch);
    }
  }

  private void assertStored(List<String> expected, boolean overflown) {
    ListPart all = reader.read(Side.FOLLOWERS, "c", Order.OLDEST, 10_000, Optional.empty());
    assertThat(all.items().stream().map(Item::id).toList()).isEqualTo(expected);
    assertThat(all.count()).isEqualTo(expected.size());

    Set<String> follow = new HashSet<>();
    for (Document head : database.getCollection("following").find()) {
      int listed = head.getList("followingIds", Object.class).size();
      assertThat(head.getLong("followingCount")).isEqualTo(listed);
      if (listed == 1) {
        follow.add(head.getString("_id"));
      }
    }
    assertThat(follow).isEqualTo(new HashSet<>(expected));

    Document head = database.getCollection("followers").find(new Document("_id", "c")).first();
    assertThat(head.get("hasOverflow")).isEqualTo(overflown ? true : null);
    int inHead = head.getList("followerIds", Object.class).size();
    assertThat(inHead).isLessThanOrEqualTo(1_000);
    int removed =
        head.containsKey("removedIds") ? head.getList("removedIds", Object.class).size() : 0;
    int inPages = 0;
    int pages = 0;
    for (Document page : database.getCollection("followerOverflow").find()) {
      assertThat(page.getInteger("page"))
          .as("no page out of range is left")
          .isBetween(head.getInteger("firstPage"), head.getInteger("nextPage") - 1);
      inPages += page.getList("followerIds", Object.class).size();
      pages++;
    }
    assertThat(pages).isEqualTo(head.getInteger("nextPage") - head.getInteger("firstPage"));
    assertThat(pages > 0).isEqualTo(overflown);
    assertThat(removed).as("removed ids that wait for a compaction").isLessThanOrEqualTo(500);
    assertThat(inHead + inPages - removed).isEqualTo(expected.size());
  }
}
