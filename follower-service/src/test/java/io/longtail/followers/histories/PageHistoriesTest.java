package io.longtail.followers.histories;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.longtail.followers.Side.FOLLOWERS;
import static io.longtail.followers.histories.Moments.headSave;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowEvent;
import io.longtail.followers.EventBatch;
import io.longtail.followers.GraphLaws;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.Operation;
import io.longtail.followers.simulation.SteppedGraph;
import io.longtail.followers.simulation.SteppedOwner;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two owners move the members of one list between its head and its pages, and one of them is late
 * or dies.
 */
class PageHistoriesTest {
  private static final ListSettings ONE = new ListSettings(1, 16 * 1024, 1, 0, 0);
  private static final ListSettings ONE_WITH_PAGES_OF_TWO = new ListSettings(1, 16 * 1024, 2, 0, 0);
  private static final ListSettings TWO = new ListSettings(2, 16 * 1024, 1, 0, 0);

  /** The pages come back into the head when one member is left. */
  private static final ListSettings TWO_AND_BACK_AT_ONE = new ListSettings(2, 16 * 1024, 1, 0, 1);

  private SteppedGraph graph = new SteppedGraph(ONE);

  private void graphWith(ListSettings settings) {
    graph.close();
    graph = new SteppedGraph(settings);
  }

  @AfterEach
  void close() {
    graph.close();
  }

  /** A stalls before it compacts a out of page 0. When it wakes, a is back, in page 2. */
  @Test
  void aLateCompactionTouchesNoPageBeyondTheRangeOfItsHead() {
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x")));
    EventBatch unfollow = graph.append(0, unfollow("a", "x"));
    SteppedOwner a = graph.begin("A", unfollow).runUntil(Operation::isCountPublish);

    graph.apply(unfollow);
    graph.apply(graph.append(0, follow("a", "x"), follow("c", "x")));
    assertThat(graph.followersOf("x").nextPage()).isEqualTo(3);
    a.finish();

    graph.assertEqualsModel();
  }

  /** a left page 0 and came back; a page that holds a again must not be hidden by it. */
  @Test
  void whoCameBackIsSpilledOnlyAfterTheOldEntryIsGone() {
    graphWith(TWO);
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    graph.apply(graph.append(0, unfollow("a", "x")));
    graph.apply(graph.append(0, follow("a", "x")));
    assertThat(graph.followersOf("x").removedIds()).containsExactly("a");

    graph.apply(graph.append(0, follow("d", "x"), follow("e", "x")));

    graph.assertEqualsModel();
    assertThat(graph.followersOf("x").edges().ids()).containsExactly("d", "e");
  }

  /** A has taken the pages back and stalls before it deletes page 0; the list spills again. */
  @Test
  void aLateDeleteHitsNoPageThatWasSpilledLater() {
    graphWith(TWO_AND_BACK_AT_ONE);
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    SteppedOwner a = graph.begin("A", graph.append(0, unfollow("b", "x"), unfollow("c", "x")));
    a.runUntil(Operation::isPageDelete);

    graph.apply(graph.append(0, follow("d", "x"), follow("e", "x")));
    assertThat(graph.followersOf("x").hasOverflow()).isTrue();
    a.finish();

    graph.assertEqualsModel();
  }

  /** The unspill loses to a follow: the head that shows the pages is still the stored one. */
  @Test
  void anUnspillThatLostItsRaceDeletesNothing() {
    graphWith(TWO_AND_BACK_AT_ONE);
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    SteppedOwner a = graph.begin("A", graph.append(0, unfollow("b", "x"), unfollow("c", "x")));
    a.runThrough(Operation::isPageRead).runUntil(headSave(FOLLOWERS, "x"));
    SteppedOwner b = graph.begin("B", graph.append(0, follow("d", "x"), follow("e", "x")));
    b.runThrough(headSave(FOLLOWERS, "x"));

    a.finish();
    assertThat(GraphLaws.listed(graph.followers, graph.followersOf("x")))
        .containsOnlyKeys("a", "d", "e");
    b.finish();

    graph.assertEqualsModel();
  }

  @Test
  void pagesAreDeletedOnlyAfterTheHeadThatDoesNotShowThem() {
    graphWith(TWO_AND_BACK_AT_ONE);
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    SteppedOwner a = graph.begin("A", graph.append(0, unfollow("b", "x"), unfollow("c", "x")));
    a.runThrough(Operation::isPageRead).runUntil(headSave(FOLLOWERS, "x")).kill();

    graph.assertEqualsModel();
  }

  @Test
  void anUnspillBringsNobodyBackWhoHasLeft() {
    graphWith(TWO_AND_BACK_AT_ONE);
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    graph.apply(graph.append(0, unfollow("a", "x"), unfollow("b", "x")));

    assertThat(graph.followersOf("x").hasOverflow()).isFalse();
    graph.assertEqualsModel();
  }

  @Test
  void aPageIsWrittenBeforeTheHeadThatShowsIt() {
    EventBatch two = graph.append(0, follow("a", "x"), follow("b", "x"));
    graph.begin("A", two).runUntil(Operation::isPageInsert).kill();

    graph.assertEqualsModel();
  }

  /** A is about to spill a, of the head [a, b]. Meanwhile a left, and b went into page 0. */
  @Test
  void aLateSpillOfAnOlderHeadReplacesNoPage() {
    EventBatch two = graph.append(0, follow("a", "x"), follow("b", "x"));
    SteppedOwner a = graph.begin("A", two).runUntil(Operation::isPageInsert);
    graph.apply(graph.append(0, unfollow("a", "x"), follow("c", "x")));

    a.finish();

    graph.assertEqualsModel();
  }

  /** A wrote page 0 with a and died; then a left. */
  @Test
  void aPageThatACrashLeftIsReplacedByTheNextSpill() {
    EventBatch two = graph.append(0, follow("a", "x"), follow("b", "x"));
    graph.begin("A", two).runThrough(Operation::isPageInsert).kill();
    assertThat(graph.followers.allPages("x")).hasSize(1);

    graph.apply(graph.append(0, unfollow("a", "x"), follow("c", "x")));

    graph.assertEqualsModel();
  }

  /** From one and the same head A spills one member and B two. */
  @Test
  void aPageOfTheSameHeadWithOtherMembersIsNotTakenForOnesOwn() {
    EventBatch three = graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x"));
    SteppedOwner a = graph.begin("A", ONE, three).runThrough(Operation::isPageInsert);

    graph.begin("B", ONE_WITH_PAGES_OF_TWO, three).finish();
    a.finish();

    graph.assertEqualsModel();
  }

  /** The same, and A saves its head right after B has replaced the page. */
  @Test
  void aPageOfTheSameHeadIsReplacedOnlyAfterThatHeadHasMovedOn() {
    EventBatch three = graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x"));
    SteppedOwner a = graph.begin("A", ONE, three).runThrough(Operation::isPageInsert);
    SteppedOwner b = graph.begin("B", ONE_WITH_PAGES_OF_TWO, three);
    b.runThrough(Operation::isPageReplace);

    a.finish();
    b.finish();

    graph.assertEqualsModel();
  }

  /** As in a rolling change of threshold and page size: each list is as whoever had it last. */
  @Test
  void ownersWithOtherSettingsMayTakeTurns() {
    ListSettings[] settings = {ONE, ONE_WITH_PAGES_OF_TWO, TWO, TWO_AND_BACK_AT_ONE};
    Random random = new Random(5);
    for (int turn = 0; turn < 300; turn++) {
      String follower = "f" + random.nextInt(6);
      FollowEvent event = random.nextInt(5) < 3 ? follow(follower, "x") : unfollow(follower, "x");
      graph.begin("owner", settings[turn % settings.length], graph.append(0, event)).finish();
      graph.assertEqualsModel();
    }
  }
}
