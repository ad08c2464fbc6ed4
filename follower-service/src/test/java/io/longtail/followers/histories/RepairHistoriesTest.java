package io.longtail.followers.histories;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.longtail.followers.Side.FOLLOWERS;
import static io.longtail.followers.histories.Moments.headSave;
import static io.longtail.followers.histories.Moments.pageRead;
import static io.longtail.followers.histories.Moments.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Repair;
import io.longtail.followers.EventBatch;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import io.longtail.followers.simulation.Operation;
import io.longtail.followers.simulation.SteppedGraph;
import io.longtail.followers.simulation.SteppedOwner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A repair, which also sweeps pages that no head shows, beside somebody else at the same list. */
class RepairHistoriesTest {
  private static final ListSettings ONE = new ListSettings(1, 16 * 1024, 1, 0, 0);
  private static final ListSettings TWO = new ListSettings(2, 16 * 1024, 1, 0, 0);

  private final SteppedGraph graph = new SteppedGraph(TWO);

  @AfterEach
  void close() {
    graph.close();
  }

  /** B, with a lower threshold, spills from the very head that A has just repaired. */
  @Test
  void aPageThatIsAboutToBeShownIsNotSwept() {
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    EventBatch repair = graph.append(0, new Repair("x"));
    SteppedOwner a = graph.begin("A", repair).runUntil(Operation::isPageDelete);
    SteppedOwner b = graph.begin("B", ONE, repair).runThrough(Operation::isPageInsert);

    a.finish();
    b.finish();

    assertThat(graph.followersOf("x").edges().ids()).containsExactly("c");
    graph.assertEqualsModel();
  }

  /**
   * A is late with page 0, which is below the range by then: nobody is to see it for ever. The page
   * after it is in the range.
   */
  @Test
  void aSweepTakesWhatIsBelowTheRangeAndNothingInIt() {
    EventBatch two = graph.append(0, follow("a", "x"), follow("b", "x"));
    SteppedOwner late = graph.begin("A", ONE, two).runUntil(Operation::isPageInsert);
    graph
        .begin("B", ONE, graph.append(0, unfollow("a", "x"), follow("c", "x"), follow("d", "x")))
        .finish();
    graph.begin("B", ONE, graph.append(0, unfollow("b", "x"))).finish();
    late.step().kill();
    assertThat(graph.followers.allPages("x")).extracting(Page::number).containsExactly(0, 1);
    assertThat(graph.followersOf("x").firstPage()).isEqualTo(1);

    graph.begin("B", ONE, graph.append(0, new Repair("x"))).finish();

    assertThat(graph.followers.allPages("x")).extracting(Page::number).containsExactly(1);
    graph.assertEqualsModel();
  }

  /**
   * A reads the pages of a head that B has repaired before, and another event has changed since.
   */
  @Test
  void aCountIsToldOnlyOfAListThatStoodStillWhileItWasCounted() {
    graph.apply(
        graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x"), follow("d", "x")));
    EventBatch repair = graph.append(0, new Repair("x"));
    SteppedOwner a = graph.begin("A", ONE, repair).runUntil(pageRead(FOLLOWERS, "x"));
    graph.begin("B", ONE, repair, graph.append(0, unfollow("b", "x"))).finish();
    assertThat(graph.followersOf("x").firstPage()).isZero();

    a.finish();

    assertThat(told(graph, "x")).containsExactly("+a", "+b", "+c", "+d", "=4", "-b");
    graph.assertEqualsModel();
  }

  @Test
  void aRepairThatIsSavedHasBeenTold() {
    graph.apply(graph.append(0, follow("a", "x")));
    EventBatch repair = graph.append(0, new Repair("x"));
    graph.begin("A", repair).runThrough(headSave(FOLLOWERS, "x")).kill();

    graph.apply(repair);

    assertThat(told(graph, "x")).containsExactly("+a", "=1");
    graph.assertEqualsModel();
  }
}
