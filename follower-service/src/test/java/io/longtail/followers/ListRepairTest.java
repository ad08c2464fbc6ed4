package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.longtail.followers.TestGraph.members;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerCountCorrected;
import io.longtail.events.FollowerId;
import io.longtail.events.Repair;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lists that somebody damaged by hand, and what orders of repair make of them. */
class ListRepairTest {
  private static final ListSettings TINY = new ListSettings(4, 16 * 1024, 3, 1, 2);

  private final TestGraph graph = new TestGraph(TINY);

  @Test
  void aListInOrderKeepsEverythingAndTellsItsCountUnderTheNextSequence() {
    followedBy("c", 10);
    List<String> before = members(graph.followers, "c");

    graph.apply(new Repair("c"));

    assertThat(members(graph.followers, "c")).isEqualTo(before);
    FollowerChange told = graph.changes.of("c").get(10);
    assertThat(told)
        .isInstanceOfSatisfying(
            FollowerCountCorrected.class,
            corrected -> {
              assertThat(corrected.sequence()).isEqualTo(11);
              assertThat(corrected.followerCount()).isEqualTo(10);
              assertThat(corrected.cause()).isEqualTo(Cause.REPAIR);
            });
  }

  @Test
  void aRepairDeliveredAgainChangesNothing() {
    followedBy("c", 10);
    graph.applyAt(100, List.of(new Repair("c")));
    Head once = graph.followersOf("c");

    graph.applyAt(100, List.of(new Repair("c")));

    assertThat(graph.followersOf("c")).isEqualTo(once);
    assertThat(graph.changes.all()).hasSize(11);
  }

  @Test
  void anIdInHeadAndPageCountsOnceAndItsEntryInTheHeadStays() {
    followedBy("c", 10);
    String newest = members(graph.followers, "c").get(9);
    Page page = graph.followers.allPages("c").get(0);
    graph.followers.put(withFirst(page, newest, 1));

    graph.apply(new Repair("c"));

    assertThat(members(graph.followers, "c")).containsExactlyElementsOf(names(10));
    assertThat(graph.followersOf("c").count()).isEqualTo(10);
  }

  @Test
  void anIdInTwoPagesStaysInTheNewerOne() {
    followedBy("c", 10);
    List<Page> pages = graph.followers.allPages("c");
    assertThat(pages).hasSizeGreaterThan(1);
    graph.followers.put(withFirst(pages.get(0), pages.get(1).edges().id(0), 1));

    graph.apply(new Repair("c"));

    assertThat(members(graph.followers, "c")).containsExactlyElementsOf(names(10));
    assertThat(graph.followersOf("c").count()).isEqualTo(10);
  }

  @Test
  void aWrongCountIsCountedAnewOnBothSides() {
    followedBy("c", 3);
    graph.followers.put(withCount(graph.followersOf("c"), -7));
    graph.following.put(withCount(graph.followingOf("f0"), 12));

    graph.apply(new Repair("c"), new Repair("f0"));

    assertThat(graph.followersOf("c").count()).isEqualTo(3);
    assertThat(graph.followingOf("f0").count()).isEqualTo(1);
    assertThat(graph.changes.countOf("f0").followingCount()).isEqualTo(1);
    assertThat(last(graph.changes.of("c")).followerCount()).isEqualTo(3);
  }

  @Test
  void aMissingPageIsPutBackEmptyAndItsMembersCanFollowAnew() {
    followedBy("c", 10);
    Page lost = graph.followers.allPages("c").get(0);
    graph.followers.deletePages("c", lost.number(), lost.number() + 1);

    graph.apply(new Repair("c"));
    assertThat(graph.followersOf("c").count()).isEqualTo(10 - lost.edges().size());

    lost.edges().ids().forEach(id -> graph.apply(asserted(follow(id, "c"))));
    assertThat(members(graph.followers, "c")).containsExactlyInAnyOrderElementsOf(names(10));
    assertThat(graph.followersOf("c").count()).isEqualTo(10);
    lost.edges().ids().forEach(id -> assertThat(graph.followingOf(id).count()).isEqualTo(1));
  }

  @Test
  void aGhostInAPageLeavesByAnUnfollowThatIsARepair() {
    followedBy("c", 10);
    graph.followers.put(withFirst(graph.followers.allPages("c").get(0), "ghost", 1));

    graph.apply(new Repair("c"), asserted(unfollow("ghost", "c")));

    assertThat(members(graph.followers, "c")).containsExactlyElementsOf(names(10));
    assertThat(graph.followersOf("c").count()).isEqualTo(10);
    assertThat(graph.followingOf("ghost").count()).isZero();
    assertThat(graph.changes.of("c")).hasSize(12);
  }

  @Test
  void afterAnUnfollowOfAnotherCauseAnEventThatIsARepairStillLooksForItself() {
    followedBy("c", 10);
    IntStream.range(0, 10).forEach(i -> graph.apply(follow("ghost", "x" + i)));
    graph.followers.put(withFirst(graph.followers.allPages("c").get(0), "ghost", 1));

    graph.apply(new Repair("c"), unfollow("ghost", "c"), asserted(unfollow("ghost", "c")));

    assertThat(members(graph.followers, "c")).containsExactlyElementsOf(names(10));
    assertThat(graph.followersOf("c").count()).isEqualTo(10);
  }

  @Test
  void pagesOutsideOfTheRangeAreSweptButNotOneOfANewerHead() {
    followedBy("c", 10);
    Head head = graph.followersOf("c");
    Edges some = edges(List.of("z"), 1);
    graph.followers.put(new Page("c", head.nextPage(), some, head.revision() - 1, 0));
    graph.apply(new Repair("c"));
    assertThat(graph.followers.allPages("c")).hasSize(head.pages());

    Head repaired = graph.followersOf("c");
    graph.followers.put(new Page("c", repaired.nextPage(), some, repaired.revision() + 5, 0));
    graph.apply(new Repair("c"));
    assertThat(graph.followers.allPages("c")).hasSize(head.pages() + 1);
  }

  @Test
  void aMissingPageHoldsItsListUpAndSaysSo() {
    followedBy("c", 10);
    names(10)
        .forEach(
            follower ->
                graph.apply(
                    IntStream.range(0, 8).mapToObj(i -> follow(follower, "x" + i)).toList()));
    Page lost = graph.followers.allPages("c").get(0);
    graph.followers.deletePages("c", lost.number(), lost.number() + 1);
    List<FollowEvent> leave = names(10).stream().map(name -> unfollow(name, "c")).toList();

    assertThatExceptionOfType(DamagedListException.class)
        .isThrownBy(() -> graph.apply(leave))
        .withMessageContaining("a page of the list of c is missing");

    graph.followers.insert(new Page("c", lost.number(), Edges.NONE, 0, 0));
    graph.apply(leave);
    assertThat(members(graph.followers, "c")).isEmpty();
  }

  /** Any damage of lists of any shape, in the middle of other events. */
  @Test
  void anyDamageIsMendedByRepairsAndTheTruthOfTheLog() {
    for (long seed = 1; seed <= 500; seed++) {
      try {
        new Damaged(seed).play();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static final class Damaged {
    private static final int USERS = 9;
    private final Random random;
    private final TestGraph graph = new TestGraph(TINY);
    private final NaiveGraph model = new NaiveGraph();

    Damaged(long seed) {
      random = new Random(seed);
    }

    void play() {
      IntStream.range(0, 20).forEach(i -> graph.apply(anyEvents()));
      IntStream.range(0, 1 + random.nextInt(6)).forEach(i -> damage());
      putBackMissingPages(graph.followers);
      putBackMissingPages(graph.following);
      mendAll(true);
      // Events that met a one-sided edge meanwhile left damage of their own: once more.
      mendAll(false);
      assertMembersEqualModel();
      IntStream.range(0, 5).forEach(i -> graph.apply(anyEvents()));
      assertMembersEqualModel();
      GraphLaws.assertBounds(graph.followers, TINY);
      GraphLaws.assertBounds(graph.following, TINY);
    }

    /** By hand, as a partition that such a list holds up cannot do it. */
    private void putBackMissingPages(InMemoryEdgeLists lists) {
      for (Head head : lists.allHeads()) {
        for (int number = head.firstPage(); number < head.nextPage(); number++) {
          lists.insert(new Page(head.userId(), number, Edges.NONE, 0, 0));
        }
      }
    }

    private void mendAll(boolean duringOtherEvents) {
      for (String user : users()) {
        graph.apply(new Repair(user));
        if (duringOtherEvents && random.nextInt(3) == 0) {
          graph.apply(anyEvents());
        }
      }
      for (String follower : users()) {
        for (String followee : users()) {
          boolean follows = isInModel(follower, followee);
          if (isListed(graph.followers, followee, follower) != follows
              || isListed(graph.following, follower, followee) != follows) {
            graph.apply(
                asserted(follows ? follow(follower, followee) : unfollow(follower, followee)));
          }
        }
      }
    }

    private boolean isInModel(String follower, String followee) {
      NaiveGraph.NaiveList list = model.followers.get(followee);
      return list != null && list.members.containsKey(follower);
    }

    private List<FollowEvent> anyEvents() {
      List<FollowEvent> events = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        String follower = "u" + (random.nextInt(3) == 0 ? 1 : random.nextInt(USERS));
        String followee = "u" + (random.nextInt(3) == 0 ? 0 : random.nextInt(USERS));
        if (!follower.equals(followee)) {
          FollowEvent event =
              random.nextInt(3) > 0 ? follow(follower, followee) : unfollow(follower, followee);
          events.add(event);
          model.accept(event, TestGraph.NOW);
        }
      }
      return events;
    }

    private void damage() {
      InMemoryEdgeLists lists = random.nextBoolean() ? graph.followers : graph.following;
      List<Head> heads = lists.allHeads();
      Head head = heads.get(random.nextInt(heads.size()));
      List<Page> pages = lists.pages(head.userId(), head.firstPage(), head.nextPage());
      if (pages.isEmpty() || random.nextInt(5) == 0) {
        lists.put(withCount(head, random.nextInt(20) - 5));
        return;
      }
      Page page = pages.get(random.nextInt(pages.size()));
      switch (random.nextInt(3)) {
        case 0 -> lists.deletePages(head.userId(), page.number(), page.number() + 1);
        case 1 -> lists.put(withFirst(room(page), anyOtherThan(head.userId()), 1));
        default -> {
          Page other = pages.get(random.nextInt(pages.size()));
          if (!other.isEmpty()) {
            lists.put(withFirst(room(page), other.edges().id(0), 1));
          }
        }
      }
    }

    /** Full pages lose a member: damage as well, and the bound of pages stays. */
    private static Page room(Page page) {
      return page.edges().size() < TINY.pageSize()
          ? page
          : new Page(
              page.userId(),
              page.number(),
              page.edges().withoutFirst(1),
              page.fromRevision(),
              page.compacted());
    }

    private String anyOtherThan(String user) {
      return users().stream().filter(u -> !u.equals(user)).toList().get(random.nextInt(USERS - 1));
    }

    private void assertMembersEqualModel() {
      for (String user : users()) {
        assertSame(graph.followers, user, model.followers.get(user));
        assertSame(graph.following, user, model.following.get(user));
      }
      for (Head head : graph.followers.allHeads()) {
        List<FollowerChange> told = graph.changes.of(head.userId());
        assertThat(told).hasSize((int) head.sequence());
        if (!told.isEmpty()) {
          assertThat(last(told).followerCount()).isEqualTo(head.count());
        }
      }
    }

    private static void assertSame(
        InMemoryEdgeLists lists, String user, NaiveGraph.NaiveList expected) {
      List<String> listed = members(lists, user);
      Set<String> wanted = expected == null ? Set.of() : expected.members.keySet();
      assertThat(listed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(wanted);
      assertThat(lists.heads(List.of(user)).get(user).count()).isEqualTo(wanted.size());
    }

    private static boolean isListed(InMemoryEdgeLists lists, String user, String member) {
      return members(lists, user).contains(member);
    }

    private static Set<String> users() {
      Set<String> users = new LinkedHashSet<>();
      IntStream.range(0, USERS).forEach(i -> users.add("u" + i));
      return users;
    }
  }

  private void followedBy(String followee, int followers) {
    names(followers).forEach(follower -> graph.apply(follow(follower, followee)));
  }

  private static List<String> names(int n) {
    return IntStream.range(0, n).mapToObj(i -> "f" + i).toList();
  }

  /** The same ask as a repair: nobody's word is taken for what the lists hold. */
  private static FollowEvent asserted(FollowEvent event) {
    Edge edge =
        new Edge(
            new FollowerId(event.edge().follower().value()),
            new FolloweeId(event.edge().followee().value()));
    return event instanceof Follow
        ? new Follow(edge, Optional.empty(), Cause.REPAIR)
        : new Unfollow(edge, Optional.empty(), Cause.REPAIR);
  }

  private static Page withFirst(Page page, String id, long mark) {
    Edges edges = Edges.concat(List.of(edges(List.of(id), mark), page.edges()));
    return new Page(page.userId(), page.number(), edges, page.fromRevision(), page.compacted());
  }

  private static Edges edges(List<String> ids, long firstMark) {
    return Edges.ofArrays(
        ids.toArray(String[]::new),
        IntStream.range(0, ids.size()).mapToLong(i -> firstMark + i).toArray());
  }

  private static Head withCount(Head head, long count) {
    return new Head(
        head.userId(),
        head.edges(),
        count,
        head.firstPage(),
        head.nextPage(),
        head.removedIds(),
        head.sequence(),
        head.lastMark(),
        head.revision(),
        head.applied());
  }

  private static FollowerChange last(List<FollowerChange> changes) {
    return changes.get(changes.size() - 1);
  }
}
