package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowEvent;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EdgeLookupTest {
  private static final int HISTORIES = Math.max(1, Integer.getInteger("seeds", 1_000) / 5);

  /** Of fewer nothing can be said about how often what happens. */
  private static final int HISTORIES_FOR_TOTALS = 100;

  @Test
  void everyQuestionIsAnsweredAsTheModelSaysHoweverLongTheLists() {
    for (int seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      int threshold = 1 + random.nextInt(4);
      TestGraph graph =
          new TestGraph(
              new ListSettings(threshold, 64 * 1024, 1 + random.nextInt(3), 0, threshold / 2));
      NaiveGraph model = new NaiveGraph();
      List<String> users = IntStream.range(0, 12).mapToObj(i -> "u" + i).toList();
      List<FollowEvent> events = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String follower = users.get(random.nextInt(12));
        String followee = users.get(random.nextInt(12));
        if (!follower.equals(followee)) {
          events.add(
              random.nextInt(3) > 0 ? follow(follower, followee) : unfollow(follower, followee));
        }
      }
      events.forEach(event -> model.accept(event, TestGraph.NOW));
      graph.apply(events);

      EdgeLookup lookup = new EdgeLookup(graph.graph);
      for (String user : users) {
        assertThat(lookup.find(Side.FOLLOWERS, user, users).keySet())
            .as("seed %d, followers of %s", seed, user)
            .isEqualTo(members(model.followers, user));
        assertThat(lookup.find(Side.FOLLOWING, user, users).keySet())
            .as("seed %d, following of %s", seed, user)
            .isEqualTo(members(model.following, user));
      }
    }
  }

  /**
   * While writes of both sides are played between any two reads: who is a member throughout is
   * never answered "no", who never is never "yes", and the time is that of an edge in one of the
   * lists.
   */
  @Test
  void noAnswerDuringWritesIsWrongAboutWhoStayedOrNeverWas() {
    int[] begunAgain = {0};
    int[] fromPages = {0};
    for (int seed = 1; seed <= HISTORIES; seed++) {
      try {
        questionsDuringWrites(new Random(seed), begunAgain, fromPages);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    if (HISTORIES >= HISTORIES_FOR_TOTALS) {
      assertThat(begunAgain[0]).as("answers begun again").isGreaterThan(HISTORIES / 10);
      assertThat(fromPages[0]).as("answers from pages").isGreaterThan(HISTORIES);
    }
  }

  private static void questionsDuringWrites(Random random, int[] begunAgain, int[] fromPages) {
    int users = 4 + random.nextInt(6);
    int threshold = 1 + random.nextInt(3);
    WriteHistory writes =
        new WriteHistory(
            new ListSettings(
                threshold,
                64 * 1024,
                1 + random.nextInt(3),
                random.nextInt(threshold),
                random.nextBoolean() ? 0 : random.nextInt(threshold)));
    for (int batch = 0; batch < 40; batch++) {
      writes.apply(anyBatch(random, users));
    }
    List<String> all = IntStream.range(0, users).mapToObj(i -> "u" + i).toList();
    for (int question = 0; question < 20; question++) {
      Side side = random.nextBoolean() ? Side.FOLLOWERS : Side.FOLLOWING;
      String user = "u" + random.nextInt(users);
      WriteHistory.Replay replay = writes.replay();
      replay.play(random.nextInt(writes.size()));
      Witness witness = new Witness(replay, side, user, all);
      int oneIn = 1 + random.nextInt(4);
      GraphReads reads =
          replay.reads(
              () -> {
                if (random.nextInt(oneIn) == 0) {
                  for (int i = random.nextInt(8); i >= 0 && replay.step(); i--) {
                    witness.look();
                  }
                }
              });

      Map<String, Long> found = new EdgeLookup(reads).find(side, user, all);

      witness.assertNoneIsWrong(found);
      DisturbedReads own = (DisturbedReads) reads.of(side);
      DisturbedReads opposite = (DisturbedReads) reads.opposite(side);
      int pageReads = own.pageReads() + opposite.pageReads();
      fromPages[0] += pageReads > 0 ? 1 : 0;
      begunAgain[0] += own.headReads() > 2 ? 1 : 0;
    }
  }

  // Mostly around a few users, so that both lists of an edge are long.
  private static List<FollowEvent> anyBatch(Random random, int users) {
    List<FollowEvent> events = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      int follower = random.nextInt(users);
      int followee = (follower + 1 + random.nextInt(users - 1)) % users;
      FollowEvent in = follow("u" + follower, "u" + followee);
      FollowEvent out = unfollow("u" + follower, "u" + followee);
      switch (random.nextInt(8)) {
        case 0, 1 -> events.add(out);
        case 2, 3 -> events.addAll(List.of(out, in));
        default -> events.add(in);
      }
    }
    return events;
  }

  /** Sees both lists of each edge after every write during one question. */
  private static final class Witness {
    private final WriteHistory.Replay replay;
    private final Side side;
    private final String user;
    private final Set<String> throughout;
    private final Set<String> ever = new HashSet<>();
    private final Map<String, Set<Long>> marks = new HashMap<>();

    Witness(WriteHistory.Replay replay, Side side, String user, List<String> others) {
      this.replay = replay;
      this.side = side;
      this.user = user;
      this.throughout = new HashSet<>(others);
      look();
    }

    void look() {
      Map<String, Long> own = replay.list(side, user);
      Side opposite = side == Side.FOLLOWERS ? Side.FOLLOWING : Side.FOLLOWERS;
      Set<String> both = new HashSet<>();
      own.forEach((other, mark) -> note(other, mark));
      for (String other : everybody()) {
        Long mark = replay.list(opposite, other).get(user);
        if (mark != null) {
          note(other, mark);
          if (own.containsKey(other)) {
            both.add(other);
          }
        }
      }
      throughout.retainAll(both);
    }

    private List<String> everybody() {
      return IntStream.range(0, 10).mapToObj(i -> "u" + i).toList();
    }

    private void note(String other, long mark) {
      ever.add(other);
      marks.computeIfAbsent(other, x -> new HashSet<>()).add(mark);
    }

    void assertNoneIsWrong(Map<String, Long> found) {
      assertThat(found.keySet()).as("stayed, %s of %s", side, user).containsAll(throughout);
      assertThat(ever).as("never was, %s of %s", side, user).containsAll(found.keySet());
      found.forEach(
          (other, mark) ->
              assertThat(marks.get(other))
                  .as("mark of %s in %s of %s", other, side, user)
                  .contains(mark));
    }
  }

  /** Two rows of the histories: each user has a long list of one side, so pages must tell. */
  private static final class LongLists {
    private final TestGraph graph = new TestGraph(new ListSettings(3, 64 * 1024, 3, 1, 1));

    /**
     * @param ownPages pages of x's list of followers, b in the first of them
     * @param oppositePages pages of b's list of following, x in the first of them
     */
    LongLists(int ownPages, int oppositePages) {
      graph.apply(follow("b", "x"));
      for (int i = 0; graph.followersOf("x").pages() < ownPages; i++) {
        graph.apply(follow("f" + i, "x"));
      }
      for (int i = 0; graph.followingOf("b").pages() < oppositePages; i++) {
        graph.apply(follow("b", "c" + i));
      }
      assertThat(graph.followersOf("x").edges().contains("b")).isFalse();
      assertThat(graph.followingOf("b").edges().contains("x")).isFalse();
    }

    /** Asks whether b follows x, while the rest happens before the pages are read. */
    Map<String, Long> askDuring(Runnable change) {
      boolean[] done = {false};
      DisturbedReads[] both = new DisturbedReads[2];
      Runnable beforePages =
          () -> {
            // Both heads have been read: what comes next are pages.
            if (!done[0] && both[0].headReads() + both[1].headReads() == 2) {
              done[0] = true;
              change.run();
            }
          };
      both[0] = new DisturbedReads(graph.followers, beforePages);
      both[1] = new DisturbedReads(graph.following, beforePages);
      Map<String, Long> found =
          new EdgeLookup(new GraphReads(both[0], both[1])).find(Side.FOLLOWERS, "x", List.of("b"));
      assertThat(done[0]).isTrue();
      return found;
    }

    /** A page of this list's first number that a stalled owner may still insert. */
    private Page late(Head head) {
      return new Page(
          head.userId(),
          head.firstPage(),
          Edges.ofArrays(new String[] {"late"}, new long[] {1}),
          head.revision(),
          0);
    }
  }

  @Test
  void aFollowerInAStalledOwnersLatePageIsNotMissed() {
    LongLists lists = new LongLists(1, 2);
    TestGraph graph = lists.graph;
    Head before = graph.followersOf("x");

    Map<String, Long> found =
        lists.askDuring(
            () -> {
              TestGraph.members(graph.followers, "x").stream()
                  .filter(id -> !id.equals("b"))
                  .forEach(id -> graph.apply(unfollow(id, "x")));
              assertThat(graph.followersOf("x").hasOverflow()).isFalse();
              assertThat(graph.followers.insert(lists.late(before))).isTrue();
            });

    assertThat(found).containsOnlyKeys("b");
  }

  @Test
  void aFolloweeInAStalledOwnersLatePageIsNotMissed() {
    LongLists lists = new LongLists(2, 1);
    TestGraph graph = lists.graph;
    Head before = graph.followingOf("b");

    Map<String, Long> found =
        lists.askDuring(
            () -> {
              TestGraph.members(graph.following, "b").stream()
                  .filter(id -> !id.equals("x"))
                  .forEach(id -> graph.apply(unfollow("b", id)));
              assertThat(graph.followingOf("b").hasOverflow()).isFalse();
              assertThat(graph.following.insert(lists.late(before))).isTrue();
            });

    assertThat(found).containsOnlyKeys("b");
  }

  @Test
  void whoFollowsAgainWhileThePagesAreCompactedIsNotMissed() {
    for (int[] pages : new int[][] {{1, 2}, {2, 1}}) {
      LongLists lists = new LongLists(pages[0], pages[1]);
      TestGraph graph = lists.graph;
      int firstPage = graph.followersOf("x").firstPage();

      Map<String, Long> found =
          lists.askDuring(
              // One batch each: at every revision they are members. Two removed ids are compacted.
              () -> {
                graph.apply(
                    unfollow("b", "x"), follow("b", "x"), unfollow("f0", "x"), follow("f0", "x"));
                graph.apply(
                    unfollow("b", "x"), follow("b", "x"), unfollow("b", "c0"), follow("b", "c0"));
              });

      assertThat(found).containsOnlyKeys("b");
      assertThat(graph.followersOf("x").firstPage())
          .as("nothing but the page itself tells")
          .isEqualTo(firstPage);
    }
  }

  /** Whichever list answers, it is the edge's own mark there. */
  @Test
  void theTimeOfAFollowIsTheOneThatItsListShows() {
    for (int[] pages : new int[][] {{1, 2}, {2, 1}, {0, 0}}) {
      TestGraph graph = new TestGraph(new ListSettings(3, 64 * 1024, 3, 1, 1));
      graph.apply(follow("b", "x"));
      for (int i = 0; graph.followersOf("x").pages() < pages[0]; i++) {
        graph.apply(follow("f" + i, "x"));
      }
      for (int i = 0; graph.followingOf("b").pages() < pages[1]; i++) {
        graph.apply(follow("b", "c" + i));
      }
      EdgeLookup lookup = new EdgeLookup(graph.graph);
      long mark = GraphLaws.listed(graph.followers, graph.followersOf("x")).get("b");
      assertThat(GraphLaws.listed(graph.following, graph.followingOf("b")))
          .containsEntry("x", mark);

      assertThat(lookup.find(Side.FOLLOWERS, "x", List.of("b", "c"))).isEqualTo(Map.of("b", mark));
      assertThat(lookup.find(Side.FOLLOWING, "b", List.of("x", "y"))).containsEntry("x", mark);
    }
  }

  /** Where neither head can tell, it is not the celebrity's thousands of pages that are read. */
  @Test
  void thePagesOfTheShorterListAreRead() {
    for (int[] pages : new int[][] {{1, 9}, {9, 1}}) {
      LongLists lists = new LongLists(pages[0], pages[1]);
      DisturbedReads followers = new DisturbedReads(lists.graph.followers, () -> {});
      DisturbedReads following = new DisturbedReads(lists.graph.following, () -> {});

      new EdgeLookup(new GraphReads(followers, following)).find(Side.FOLLOWERS, "x", List.of("b"));

      assertThat(followers.pageReads() + following.pageReads()).isEqualTo(1);
    }
  }

  private static Set<String> members(Map<String, NaiveGraph.NaiveList> lists, String user) {
    return lists.getOrDefault(user, new NaiveGraph.NaiveList()).members.keySet();
  }
}
