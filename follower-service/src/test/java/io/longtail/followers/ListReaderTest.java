package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowEvent;
import io.longtail.followers.ListPart.Item;
import io.longtail.followers.ListPart.Place;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListReaderTest {
  private static final String CELEBRITY = "c";

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 50, 1_000})
  void aWalkTakesAsManyCallsAsThereArePartsAndOnlyTheLastHasNoNext(int limit) {
    for (int size :
        new int[] {0, 1, limit - 1, limit, limit + 1, 1_000, 1_001, 3 * 900 + 7, 1_000 + 900 * 3}) {
      TestGraph graph = graphWith(size);
      for (Order order : Order.values()) {
        List<List<String>> parts = walk(new ListReader(graph.graph), order, limit);

        assertThat(parts.stream().flatMap(List::stream).toList())
            .as("%s of %d by %d", order, size, limit)
            .isEqualTo(expected(size, order));
        assertThat(parts).hasSize(Math.max(1, (size + limit - 1) / limit));
        assertThat(parts.subList(0, parts.size() - 1)).allMatch(part -> part.size() == limit);
      }
    }
  }

  // TestGraph gives all events one time: marks are all that tells these follows apart.
  @ParameterizedTest
  @EnumSource(Order.class)
  void aThousandFollowsOfOneMillisecondAreWalkedWithoutLoss(Order order) {
    TestGraph graph = graphWith(1_000);

    List<List<String>> parts = walk(new ListReader(graph.graph), order, 7);

    assertThat(parts.stream().flatMap(List::stream).toList()).isEqualTo(expected(1_000, order));
  }

  @Test
  void theFirstPartOfACelebritysListIsOneReadOfTheHead() {
    TestGraph graph = graphWith(5_000);
    CountingReads counting = new CountingReads(graph.followers);

    ListPart part =
        new ListReader(new GraphReads(counting, graph.following))
            .read(Side.FOLLOWERS, CELEBRITY, Order.NEWEST, 50, Optional.empty());

    assertThat(part.items()).hasSize(50);
    assertThat(part.count()).isEqualTo(5_000);
    assertThat(counting.headReads).isEqualTo(1);
    assertThat(counting.pageReads).isZero();
  }

  @Test
  void aDeepPartReadsFewPagesWhateverThePlace() {
    TestGraph graph = graphWith(50_000);
    ListPart first =
        new ListReader(graph.graph)
            .read(Side.FOLLOWERS, CELEBRITY, Order.OLDEST, 1_000, Optional.empty());
    // A place whose page is unknown: as after an unspill.
    Place lost = new Place(first.items().get(999).mark(), Place.IN_HEAD);
    CountingReads counting = new CountingReads(graph.followers);

    ListPart part =
        new ListReader(new GraphReads(counting, graph.following))
            .read(Side.FOLLOWERS, CELEBRITY, Order.NEWEST, 50, Optional.of(lost));

    assertThat(part.items().get(0).id()).isEqualTo("f998");
    assertThat(counting.pageReads).isLessThanOrEqualTo(9); // log2 of 55 pages, and two to read
  }

  @Test
  void aPageThatWasEmptiedBehindThePlaceHidesNothing() {
    TestGraph graph = new TestGraph(new ListSettings(6, 64 * 1024, 3, 0, 0));
    ListReader reader = new ListReader(graph.graph);
    IntStream.range(0, 6).forEach(i -> graph.apply(follow("f" + i, CELEBRITY)));
    ListPart first = reader.read(Side.FOLLOWERS, CELEBRITY, Order.OLDEST, 1, Optional.empty());
    // Four pages of three; then the two in the middle are emptied.
    IntStream.range(6, 16).forEach(i -> graph.apply(follow("f" + i, CELEBRITY)));
    List.of("f3", "f4", "f5", "f6", "f7", "f8").forEach(id -> graph.apply(unfollow(id, CELEBRITY)));

    ListPart rest = reader.read(Side.FOLLOWERS, CELEBRITY, Order.OLDEST, 20, first.next());

    assertThat(rest.items().stream().map(Item::id))
        .containsExactly("f1", "f2", "f9", "f10", "f11", "f12", "f13", "f14", "f15");
  }

  /**
   * While lists grow, shrink, spill, compact and unspill between the calls of a walk and inside
   * them, what stayed throughout is returned exactly once, and nothing that never was.
   */
  @ParameterizedTest
  @EnumSource(Order.class)
  void aWalkDuringChangesReturnsEveryEdgeThatStayedExactlyOnce(Order order) {
    for (int seed = 1; seed <= 1_000; seed++) {
      try {
        walkDuringChanges(order, seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void walkDuringChanges(Order order, int seed) {
    Random random = new Random(seed);
    int threshold = 2 + random.nextInt(30);
    ListSettings settings =
        new ListSettings(
            threshold,
            64 * 1024,
            1 + random.nextInt(8),
            random.nextInt(threshold),
            random.nextInt(threshold) / (1 + random.nextInt(8)));
    TestGraph graph = new TestGraph(settings);
    int users = 60;
    graph.apply(
        IntStream.range(0, 1 + random.nextInt(users))
            .mapToObj(i -> follow("f" + i, CELEBRITY))
            .toList());
    Set<Item> stayed = new LinkedHashSet<>(items(graph));
    Set<Item> everThere = new HashSet<>(stayed);
    double followShare = random.nextDouble();
    Runnable change =
        () -> {
          List<FollowEvent> events = new ArrayList<>();
          boolean neighbours = random.nextInt(3) == 0; // they empty whole pages
          int first = random.nextInt(users + 20);
          for (int i = random.nextInt(12); i > 0; i--) {
            String follower = "f" + (neighbours ? first + i : random.nextInt(users + 20));
            events.add(
                !neighbours && random.nextDouble() < followShare
                    ? follow(follower, CELEBRITY)
                    : unfollow(follower, CELEBRITY));
          }
          for (FollowEvent event : events) {
            graph.apply(event);
            Set<Item> now = new HashSet<>(items(graph));
            stayed.retainAll(now);
            everThere.addAll(now);
          }
        };
    int[] changesLeft = {40};
    ListReads disturbed =
        new DisturbedReads(
            graph.followers,
            () -> {
              if (changesLeft[0] > 0 && random.nextInt(4) == 0) {
                changesLeft[0]--;
                change.run();
              }
            });
    ListReader reader = new ListReader(new GraphReads(disturbed, graph.following));
    List<Item> walked = new ArrayList<>();
    Optional<Place> place = Optional.empty();
    do {
      ListPart part = reader.read(Side.FOLLOWERS, CELEBRITY, order, 1 + random.nextInt(9), place);
      walked.addAll(part.items());
      place = part.next();
      change.run();
    } while (place.isPresent() && walked.size() < 10_000);

    assertThat(walked).as("no edge twice").doesNotHaveDuplicates();
    assertThat(walked).as("every edge that stayed").containsAll(stayed);
    assertThat(everThere).as("nothing that never was").containsAll(walked);
  }

  private static List<Item> items(TestGraph graph) {
    Head head = graph.followersOf(CELEBRITY);
    List<Item> items = new ArrayList<>();
    GraphLaws.listed(graph.followers, head).forEach((id, mark) -> items.add(new Item(id, mark)));
    return items;
  }

  private static TestGraph graphWith(int followers) {
    TestGraph graph = new TestGraph();
    for (int from = 0; from < followers; from += 500) {
      graph.apply(
          IntStream.range(from, Math.min(from + 500, followers))
              .mapToObj(i -> follow("f" + i, CELEBRITY))
              .toList());
    }
    return graph;
  }

  private static List<String> expected(int size, Order order) {
    List<String> ids = new ArrayList<>(IntStream.range(0, size).mapToObj(i -> "f" + i).toList());
    if (order == Order.NEWEST) {
      Collections.reverse(ids);
    }
    return ids;
  }

  private static List<List<String>> walk(ListReader reader, Order order, int limit) {
    List<List<String>> parts = new ArrayList<>();
    Optional<Place> place = Optional.empty();
    do {
      ListPart part = reader.read(Side.FOLLOWERS, CELEBRITY, order, limit, place);
      parts.add(part.items().stream().map(Item::id).toList());
      place = part.next();
    } while (place.isPresent());
    return parts;
  }

  /** Passes reads on and counts them. */
  private static final class CountingReads extends ReadOnly {
    private int headReads;
    private int pageReads;

    CountingReads(ListReads lists) {
      super(lists);
    }

    @Override
    public Map<String, Head> heads(Collection<String> userIds) {
      headReads++;
      return super.heads(userIds);
    }

    @Override
    public List<Page> pages(String userId, int from, int to) {
      pageReads++;
      return super.pages(userId, from, to);
    }
  }

  /** Lets something happen before each read. */
  private static final class DisturbedReads extends ReadOnly {
    private final Runnable disturbance;

    DisturbedReads(ListReads lists, Runnable disturbance) {
      super(lists);
      this.disturbance = disturbance;
    }

    @Override
    public Map<String, Head> heads(Collection<String> userIds) {
      disturbance.run();
      return super.heads(userIds);
    }

    @Override
    public List<Page> pages(String userId, int from, int to) {
      disturbance.run();
      return super.pages(userId, from, to);
    }
  }

  private static class ReadOnly implements ListReads {
    private final ListReads lists;

    ReadOnly(ListReads lists) {
      this.lists = lists;
    }

    @Override
    public Map<String, Head> heads(Collection<String> userIds) {
      return lists.heads(userIds);
    }

    @Override
    public List<Page> pages(String userId, int from, int to) {
      return lists.pages(userId, from, to);
    }
  }
}
