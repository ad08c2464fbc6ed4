package io.longtail.followers.histories;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.longtail.followers.Side.FOLLOWERS;
import static io.longtail.followers.Side.FOLLOWING;
import static io.longtail.followers.histories.Moments.headSave;
import static io.longtail.followers.histories.Moments.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.EventBatch;
import io.longtail.followers.GraphLaws;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.LogPosition;
import io.longtail.followers.simulation.Operation;
import io.longtail.followers.simulation.SteppedGraph;
import io.longtail.followers.simulation.SteppedOwner;
import io.longtail.followers.simulation.Verdict;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told and saved first, and what a crash in between leaves to the redelivery. */
class SavingHistoriesTest {
  private final SteppedGraph graph = SteppedGraph.withThresholdOne();

  @AfterEach
  void close() {
    graph.close();
  }

  @Test
  void whatIsSavedHasBeenTold() {
    EventBatch batch = graph.append(0, follow("a", "x"), follow("b", "x"));
    graph.begin("A", batch).runThrough(headSave(FOLLOWERS, "x")).kill();

    graph.apply(batch);

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "+b");
  }

  @Test
  void whatIsToldButNotSavedIsToldAgainUnderTheSameSequence() {
    EventBatch batch = graph.append(0, follow("a", "x"), follow("b", "x"));
    graph.begin("A", batch).runUntil(headSave(FOLLOWERS, "x")).kill();

    graph.append(0, unfollow("a", "x"));
    graph.apply(graph.all(0));

    graph.assertEqualsModel();
    assertThat(graph.changes.all()).hasSize(5);
    assertThat(told(graph, "x")).containsExactly("+a", "+b", "-a");
  }

  @Test
  void aCountThatACrashKeptBackIsToldByTheRedelivery() {
    EventBatch batch = graph.append(0, follow("a", "x"));
    graph.begin("A", batch).runUntil(Operation::isCountPublish).kill();
    assertThat(graph.changes.countOf("a")).isNull();

    graph.apply(batch);

    assertThat(graph.changes.countOf("a")).isNotNull();
    assertThat(graph.changes.countOf("a").followingCount()).isEqualTo(1);
  }

  /** A list that asks for what its own head does not know needs the asked one to be behind it. */
  @Test
  void whereverACrashCutsTheSavesOfABatchTheRedeliverySettles() {
    int cuts = 0;
    for (boolean cut = true; cut; cuts++) {
      try (SteppedGraph cutGraph = SteppedGraph.withThresholdOne()) {
        cutGraph.apply(
            cutGraph.append(
                0, follow("p", "x"), follow("q", "x"), follow("p", "y"), follow("q", "y")));
        EventBatch batch =
            cutGraph.append(
                0, follow("a", "x"), unfollow("p", "x"), follow("a", "y"), unfollow("a", "y"));
        int[] savesLeft = {cuts};
        SteppedOwner owner = cutGraph.begin("A", batch);
        owner.run(
            operation ->
                operation.isHeadSave() && savesLeft[0]-- == 0
                    ? Verdict.KILL_AFTER
                    : Verdict.PROCEED);
        cut = savesLeft[0] < 0;

        cutGraph.apply(batch);

        cutGraph.assertEqualsModel();
        assertThat(told(cutGraph, "x")).containsExactly("+p", "+q", "+a", "-p");
      }
    }
    assertThat(cuts).as("saves of the batch").isGreaterThan(5);
  }

  /**
   * The head of a has the repeat; did that of x not say so too, it would look outdated for ever.
   */
  @Test
  void anEventThatChangesNothingIsSeenToBeApplied() {
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x")));
    EventBatch repeat = graph.append(0, follow("a", "x"));
    graph.apply(repeat);

    graph.apply(repeat);

    graph.assertEqualsModel();
    LogPosition position = new LogPosition(1, 0, 2);
    assertThat(graph.followersOf("x").applied().covers(position)).isTrue();
    assertThat(graph.followingOf("a").applied().covers(position)).isTrue();
  }

  /** Two spills of another owner have moved the head of x on, with nothing of this batch in it. */
  @Test
  void aSaveOfTheFolloweesSideThatLostToASpillIsDoneAgain() {
    EventBatch three = graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x"));
    SteppedOwner other = graph.begin("B", three).runUntil(Operation::isPageInsert);
    SteppedOwner a = graph.begin("A", graph.append(0, follow("d", "x")));
    a.runUntil(headSave(FOLLOWERS, "x"));

    other.finish();
    a.finish();

    graph.assertEqualsModel();
    assertThat(told(graph, "x")).containsExactly("+a", "+b", "+c", "+d");
  }

  @Test
  void aSaveOfTheFollowersSideThatLostToAnotherPartitionIsDoneAgain() {
    graph.apply(graph.append(0, follow("a", "x")));
    SteppedOwner a = graph.begin("A", graph.append(0, follow("a", "y")));
    a.runUntil(headSave(FOLLOWING, "a"));
    SteppedOwner other = graph.begin("B", graph.append(1, follow("a", "z")));
    other.runThrough(headSave(FOLLOWING, "a"));

    a.finish();
    other.finish();

    assertThat(GraphLaws.listed(graph.following, graph.followingOf("a")))
        .containsOnlyKeys("x", "y", "z");
    assertThat(graph.followingOf("a").count()).isEqualTo(3);
    assertThat(graph.changes.countOf("a").followingCount()).isEqualTo(3);
  }

  @Test
  void upkeepThatACrashKeptBackIsDoneByTheRedelivery() {
    EventBatch batch = graph.append(0, follow("a", "x"), follow("b", "x"), follow("a", "y"));
    graph.begin("A", batch).runUntil(Operation::isPageInsert).kill();
    assertThat(graph.followersOf("x").edges().size()).isEqualTo(2);

    graph.apply(batch);

    ListSettings settings = new ListSettings(1, 16 * 1024, 1, 0, 0);
    GraphLaws.assertBounds(graph.followers, settings);
    GraphLaws.assertBounds(graph.following, settings);
    graph.assertEqualsModel();
  }
}
