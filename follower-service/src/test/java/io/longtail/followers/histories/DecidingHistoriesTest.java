package io.longtail.followers.histories;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.longtail.followers.Side.FOLLOWERS;
import static io.longtail.followers.Side.FOLLOWING;
import static io.longtail.followers.histories.Moments.headRead;
import static io.longtail.followers.histories.Moments.headSave;
import static io.longtail.followers.histories.Moments.pageRead;
import static io.longtail.followers.histories.Moments.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.EventBatch;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.Operation;
import io.longtail.followers.simulation.SteppedGraph;
import io.longtail.followers.simulation.SteppedOwner;
import io.longtail.followers.simulation.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Was the follower one right before the event? Histories in which a stale head, a page that moves
 * or an event of long ago would answer wrongly.
 */
class DecidingHistoriesTest {
  private SteppedGraph graph = SteppedGraph.withThresholdOne();

  @AfterEach
  void close() {
    graph.close();
  }

  @Test
  void anEventCountsOnceHoweverTheLogIsBatchedAgain() {
    graph.apply(graph.append(0, follow("a", "x"), unfollow("a", "x"), follow("a", "x")));

    graph.append(0, follow("b", "x"));
    graph.apply(graph.batch(0, 1, 4));

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "-a", "+a", "+b");
  }

  @Test
  void anEventOfTheBatchCountsForTheNextOfItsEdge() {
    graph.apply(graph.append(0, follow("a", "x"), unfollow("a", "x"), follow("b", "x")));

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "-a", "+b");
  }

  @Test
  void followingAgainOrLeavingWhomOneDoesNotFollowChangesNoCount() {
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x")));
    graph.apply(graph.append(0, follow("a", "x"), unfollow("c", "x"), unfollow("c", "x")));

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "+b");
  }

  /**
   * B has read the head of x, where a is not, and stalls; A takes a out of both lists. What a's
   * head says then is the answer for after the event, not before.
   */
  @Test
  void aFollowersHeadThatHasTheEventAnswersNothing() {
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x")));
    graph.append(0, unfollow("a", "x"), follow("d", "x"));

    SteppedOwner b = graph.begin("B", graph.batch(0, 2, 4)).runUntil(headRead(FOLLOWING));
    graph.begin("A", graph.batch(0, 2, 3)).finish();
    b.finish();

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "+b", "-a", "+d");
  }

  /** The head of a stands at the first follow; of the second, it must not be asked. */
  @Test
  void anEarlierEventOfTheEdgeCountsAlsoIfItWasAppliedLongAgo() {
    graph.apply(graph.append(0, follow("p", "x"), follow("q", "x")));
    graph.apply(graph.append(0, follow("a", "x")));
    EventBatch unfollow = graph.append(0, unfollow("a", "x"));
    graph.begin("A", unfollow).runUntil(headSave(FOLLOWING, "a")).kill();

    graph.append(0, follow("a", "x"));
    graph.apply(graph.batch(0, 2, 5));

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+p", "+q", "+a", "-a", "+a");
  }

  /** In the redelivery nobody decides for y any more, and the head of a cannot tell. */
  @Test
  void anUnfollowThatACrashKeptFromTheFollowersSideIsFoundInItsPages() {
    graph.apply(graph.append(0, follow("a", "y"), follow("a", "z")));
    EventBatch unfollow = graph.append(0, unfollow("a", "y"));
    graph.begin("A", unfollow).runUntil(headSave(FOLLOWING, "a")).kill();

    graph.apply(unfollow);

    graph.assertEqualsModel();
  }

  @Test
  void aFollowThatACrashKeptFromTheFollowersSideIsMissedInItsPages() {
    graph.apply(graph.append(0, follow("a", "y"), follow("a", "z")));
    EventBatch follow = graph.append(0, follow("a", "x"));
    graph.begin("A", follow).runUntil(headSave(FOLLOWING, "a")).kill();

    graph.apply(follow);

    graph.assertEqualsModel();
  }

  /** Who follows thousands would have all pages read for each event otherwise. */
  @Test
  void whatTheFolloweesSideDecidedNeedsNoPagesOfTheFollower() {
    graph.apply(graph.append(0, follow("a", "y"), follow("a", "z")));
    SteppedOwner owner = graph.begin("A", graph.append(0, unfollow("a", "y")));
    List<Operation> done = new ArrayList<>();
    owner.run(
        operation -> {
          done.add(operation);
          return headSave(FOLLOWING, "a").test(operation) ? Verdict.STOP : Verdict.PROCEED;
        });

    assertThat(owner.hasEnded()).isFalse();
    assertThat(done).noneMatch(Operation::isPageRead);
    owner.finish();
    graph.assertEqualsModel();
  }

  /** A takes a out of x and compacts; its head is saved later. B reads the page in between. */
  @Test
  void aPageThatWasCompactedForALaterEventAnswersNothing() {
    twoLongLists();
    graph.append(0, unfollow("a", "x"), follow("d", "x"));

    SteppedOwner b = graph.begin("B", graph.batch(0, 4, 6)).runUntil(pageRead(FOLLOWERS, "x"));
    SteppedOwner a = graph.begin("A", graph.batch(0, 4, 5)).runThrough(Operation::isPageReplace);
    b.finish();
    a.finish();

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "+b", "-a", "+d");
  }

  /**
   * A saved the head [a, b] and stalls before it writes page 0 with a. Others take a out, spill b
   * into page 0 and empty that again, while B is about to read it. Then A's page is written: it is
   * in nobody's range, but in the range that B knows.
   */
  @Test
  void aPageThatIsWrittenLateBelowTheRangeAnswersNothing() {
    graph.apply(graph.append(0, follow("a", "u"), follow("a", "v"), follow("a", "w")));
    EventBatch two = graph.append(0, follow("a", "x"), follow("b", "x"));
    SteppedOwner a = graph.begin("A", two).runUntil(Operation::isPageInsert);
    graph.apply(graph.append(0, unfollow("a", "x"), follow("c", "x")));
    SteppedOwner c = graph.begin("C", graph.append(0, unfollow("b", "x")));
    c.runUntil(pageRead(FOLLOWERS, "x"));

    SteppedOwner b = graph.begin("B", graph.append(0, follow("a", "x"), follow("d", "x")));
    b.runUntil(pageRead(FOLLOWERS, "x"));
    c.finish();
    a.step();
    assertThat(graph.followers.allPages("x")).hasSize(1); // and no head shows it
    b.finish();
    a.finish();

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "+b", "-a", "+c", "-b", "+a", "+d");
  }

  /**
   * All pages of x go back into its head before B reads them. That a page is missing and that the
   * range has moved say the same; one of the two is enough.
   */
  @Test
  void aPageThatIsGoneAnswersNothing() {
    graph.close();
    graph = new SteppedGraph(new ListSettings(2, 16 * 1024, 1, 0, 1));
    graph.apply(
        graph.append(
            0,
            follow("a", "x"),
            follow("a", "u"),
            follow("a", "v"),
            follow("a", "w"),
            follow("b", "x"),
            follow("c", "x")));
    SteppedOwner c = graph.begin("C", graph.append(0, unfollow("b", "x"), unfollow("c", "x")));
    c.runUntil(pageRead(FOLLOWERS, "x"));

    SteppedOwner b = graph.begin("B", graph.append(0, unfollow("a", "x"), follow("d", "x")));
    b.runUntil(pageRead(FOLLOWERS, "x"));
    c.finish();
    assertThat(graph.followers.allPages("x")).isEmpty();
    b.finish();

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "+b", "+c", "-b", "-c", "-a", "+d");
  }

  /** Other partitions save the head of one who follows many whenever B has read its pages. */
  @Test
  void aBusyFollowersHeadMayMoveOnWhileItsPagesAreRead() {
    graph.apply(graph.append(0, follow("p", "x"), follow("q", "x"), follow("r", "x")));
    graph.apply(graph.append(0, follow("a", "y"), follow("a", "z")));

    SteppedOwner b = graph.begin("B", graph.append(0, follow("a", "x")));
    int times = 0;
    while (!b.hasEnded()) {
      b.run(op -> pageRead(FOLLOWING, "a").test(op) ? Verdict.STOP : Verdict.PROCEED);
      if (!b.hasEnded()) {
        assertThat(++times).as("times that the pages were read").isLessThan(10);
        graph.apply(graph.append(1, unfollow("a", "v")));
        b.step();
      }
    }

    assertThat(times).isPositive();
    assertThat(b.failure()).isEmpty();
    graph.assertEqualsModel();
  }

  /** What the second batch decides is in no head before the first is through with both sides. */
  @Test
  void theHeadsOfABatchAreReadAfterTheBatchBeforeIt() {
    EventBatch first = graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x"));
    EventBatch second = graph.append(0, unfollow("a", "x"));

    graph.begin("A", first, second).finish();

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "+b", "+c", "-a");
  }

  /** a is in page 0 of x, and x in page 0 of a, who has one page more. */
  private void twoLongLists() {
    graph.apply(
        graph.append(0, follow("a", "x"), follow("a", "y"), follow("a", "z"), follow("b", "x")));
  }
}
