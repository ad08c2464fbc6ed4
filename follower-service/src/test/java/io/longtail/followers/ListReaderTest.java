package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longtail.followers.ListPart.Item;
import io.longtail.followers.ListPart.Place;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListReaderTest {
  private static final String CELEBRITY = "star";

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
    DisturbedReads counting = DisturbedReads.scripted(graph.followers);

    ListPart part =
        new ListReader(new GraphReads(counting, graph.following))
            .read(Side.FOLLOWERS, CELEBRITY, Order.NEWEST, 50, Optional.empty());

    assertThat(part.items()).hasSize(50);
    assertThat(part.count()).isEqualTo(5_000);
    assertThat(counting.headReads()).isEqualTo(1);
    assertThat(counting.pageReads()).isZero();
  }

  @Test
  void aDeepPartReadsFewPagesWhateverThePlace() {
    TestGraph graph = graphWith(50_000);
    ListPart first =
        new ListReader(graph.graph)
            .read(Side.FOLLOWERS, CELEBRITY, Order.OLDEST, 1_000, Optional.empty());
    // A place whose page is unknown: as after an unspill.
    Place lost = new Place(first.items().get(999).mark(), Place.IN_HEAD);
    DisturbedReads counting = DisturbedReads.scripted(graph.followers);

    ListPart part =
        new ListReader(new GraphReads(counting, graph.following))
            .read(Side.FOLLOWERS, CELEBRITY, Order.NEWEST, 50, Optional.of(lost));

    assertThat(part.items().get(0).id()).isEqualTo("f998");
    assertThat(counting.pageReads()).isLessThanOrEqualTo(9); // log2 of 55 pages, and two to read
  }

  /** The place says where to go on: a part is not searched for. */
  @ParameterizedTest
  @EnumSource(Order.class)
  void aPartOfAWalkReadsTheOnePageItIsInOrTwo(Order order) {
    TestGraph graph = graphWith(20_000);
    Optional<Place> place = Optional.empty();
    do {
      DisturbedReads counting = DisturbedReads.scripted(graph.followers);
      ListPart part =
          new ListReader(new GraphReads(counting, graph.following))
              .read(Side.FOLLOWERS, CELEBRITY, order, 100, place);
      boolean first = place.isEmpty();
      assertThat(counting.pageReads()).isLessThanOrEqualTo(first ? 6 : 2);
      place = part.next();
    } while (place.isPresent());
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

  /**
   * Readers look at the head again after pages. A stalled owner's late page stands where a page of
   * the list stood: nothing but {@code firstPage} shows that it is not it.
   */
  @ParameterizedTest
  @EnumSource(Order.class)
  void aStalledOwnersLatePageIsNotTakenForOneOfTheList(Order order) {
    TestGraph graph = new TestGraph(new ListSettings(2, 64 * 1024, 1, 1, 1));
    graph.apply(follow("a", CELEBRITY), follow("b", CELEBRITY));
    Page late =
        new Page(
            CELEBRITY,
            0,
            graph.followersOf(CELEBRITY).edges().first(1),
            graph.followersOf(CELEBRITY).revision(),
            0);
    graph.apply(unfollow("a", CELEBRITY), follow("c", CELEBRITY), follow("d", CELEBRITY));
    assertThat(TestGraph.members(graph.followers, CELEBRITY)).containsExactly("b", "c", "d");
    ListReads reads =
        DisturbedReads.scripted(
            graph.followers,
            () -> {},
            () -> {
              graph.apply(unfollow("c", CELEBRITY), unfollow("d", CELEBRITY)); // b is unspilled
              assertThat(graph.followers.insert(late)).isTrue();
            });

    ListPart part =
        new ListReader(new GraphReads(reads, graph.following))
            .read(Side.FOLLOWERS, CELEBRITY, order, 10, Optional.empty());

    assertThat(ids(part)).containsExactly("b");
    assertThat(part.count()).isEqualTo(1);
  }

  /** A page compacted for a later head is not of this one: "count 4, three ids" never was. */
  @ParameterizedTest
  @EnumSource(Order.class)
  void aPageThatWasCompactedAfterTheHeadWasReadIsNotMixedWithIt(Order order) {
    TestGraph graph = new TestGraph(new ListSettings(3, 64 * 1024, 3, 1, 0));
    graph.apply(
        List.of("a", "b", "c", "d", "e").stream().map(id -> follow(id, CELEBRITY)).toList());
    Head before = graph.followersOf(CELEBRITY);
    ListReads reads =
        DisturbedReads.scripted(
            graph.followers,
            () -> {},
            // Two follow again in one batch: at every revision they are members.
            () ->
                graph.apply(
                    unfollow("a", CELEBRITY),
                    follow("a", CELEBRITY),
                    unfollow("b", CELEBRITY),
                    follow("b", CELEBRITY)));

    ListPart part =
        new ListReader(new GraphReads(reads, graph.following))
            .read(Side.FOLLOWERS, CELEBRITY, order, 10, Optional.empty());

    List<String> listed = new ArrayList<>(ids(part));
    if (order == Order.NEWEST) {
      Collections.reverse(listed);
    }
    assertThat(listed).containsExactly("c", "d", "e", "a", "b");
    assertThat(graph.followersOf(CELEBRITY).firstPage())
        .as("nothing but the page itself tells")
        .isEqualTo(before.firstPage());
  }

  @Test
  void aListThatMovesFasterThanItCanBeReadIsRefused() {
    TestGraph graph = graphWith(3_000);
    int[] pages = {0};
    // The page that the head names is gone each time.
    ListReads never =
        new ListReads() {
          @Override
          public Map<String, Head> heads(Collection<String> userIds) {
            return graph.followers.heads(userIds);
          }

          @Override
          public List<Page> pages(String userId, int from, int to) {
            pages[0]++;
            return List.of();
          }
        };

    assertThatExceptionOfType(ListMovedException.class)
        .isThrownBy(
            () ->
                new ListReader(new GraphReads(never, graph.following))
                    .read(Side.FOLLOWERS, CELEBRITY, Order.OLDEST, 10, Optional.empty()));
    assertThat(pages[0]).isBetween(2, 100);
  }

  @Test
  void eachSideIsReadFromItsOwnLists() {
    TestGraph graph = new TestGraph();
    graph.apply(follow("a", "b"));
    ListReader reader = new ListReader(graph.graph);

    assertThat(ids(reader.read(Side.FOLLOWERS, "b", Order.NEWEST, 10, Optional.empty())))
        .containsExactly("a");
    assertThat(ids(reader.read(Side.FOLLOWING, "a", Order.NEWEST, 10, Optional.empty())))
        .containsExactly("b");
    assertThat(ids(reader.read(Side.FOLLOWERS, "a", Order.NEWEST, 10, Optional.empty()))).isEmpty();
  }

  /** An id put by hand into a page although it stands in the head: the head's entry counts. */
  @ParameterizedTest
  @EnumSource(Order.class)
  void ofAnIdThatIsInHeadAndPageOnlyTheOneInTheHeadIsShown(Order order) {
    for (int limit = 1; limit <= 12; limit++) {
      for (int at = 0; at <= 2; at++) {
        TestGraph graph = new TestGraph(new ListSettings(4, 64 * 1024, 2, 2, 1));
        IntStream.range(0, 10).forEach(i -> graph.apply(follow("f" + i, CELEBRITY)));
        Head head = graph.followersOf(CELEBRITY);
        for (int number = head.firstPage(); number < head.nextPage(); number++) {
          Page page = graph.followers.pages(CELEBRITY, number, number + 1).get(0);
          assertThat(graph.followers.replace(page, withGhost(page, head.edges().id(0), at)))
              .isTrue();
        }

        List<List<String>> parts = walk(new ListReader(graph.graph), order, limit);

        assertThat(parts.stream().flatMap(List::stream).toList())
            .as("by %d, at %d", limit, at)
            .isEqualTo(expected(10, order));
        assertThat(parts).hasSize((10 + limit - 1) / limit);
      }
    }
  }

  /** Which of several answers an id belongs to cannot be known; in one of them it is once. */
  @ParameterizedTest
  @EnumSource(Order.class)
  void ofAnIdThatIsInTwoPagesOrTwiceInTheHeadAnAnswerShowsTheNewestEntry(Order order) {
    TestGraph twoPages = new TestGraph(new ListSettings(4, 64 * 1024, 2, 2, 1));
    IntStream.range(0, 10).forEach(i -> twoPages.apply(follow("f" + i, CELEBRITY)));
    List<Page> pages = twoPages.followers.allPages(CELEBRITY);
    assertThat(pages).hasSizeGreaterThan(2);
    twoPages.followers.put(withGhost(pages.get(0), pages.get(2).edges().id(0), 0));

    TestGraph head = new TestGraph(new ListSettings(12, 64 * 1024, 2, 2, 1));
    IntStream.range(0, 10).forEach(i -> head.apply(follow("f" + i, CELEBRITY)));
    head.followers.put(withFirst(head.followersOf(CELEBRITY), "f5"));

    for (TestGraph damaged : List.of(twoPages, head)) {
      ListReader reader = new ListReader(damaged.graph);
      for (int limit = 1; limit <= 12; limit++) {
        assertThat(walk(reader, order, limit))
            .allSatisfy(part -> assertThat(part).doesNotHaveDuplicates());
      }
      assertThat(walk(reader, order, 10)).containsExactly(expected(10, order));
    }
  }

  private static Head withFirst(Head head, String id) {
    return new Head(
        head.userId(),
        Edges.concat(List.of(Edges.ofArrays(new String[] {id}, new long[] {1}), head.edges())),
        head.count(),
        head.firstPage(),
        head.nextPage(),
        head.removedIds(),
        head.sequence(),
        head.lastMark(),
        head.revision(),
        head.applied());
  }

  private static Page withGhost(Page page, String ghost, int at) {
    List<String> ids = new ArrayList<>(page.edges().ids());
    ids.add(at, ghost);
    long[] marks = new long[ids.size()];
    for (int i = 0, from = 0; i < marks.length; i++) {
      // Beside a neighbour, or with a mark that is none of this page's.
      marks[i] = i != at ? page.edges().mark(from++) : at == 0 ? 1 : Long.MAX_VALUE - 1;
    }
    return new Page(
        page.userId(),
        page.number(),
        Edges.ofArrays(ids.toArray(String[]::new), marks),
        page.fromRevision(),
        page.compacted());
  }

  private static List<String> ids(ListPart part) {
    return part.items().stream().map(Item::id).toList();
  }
}
