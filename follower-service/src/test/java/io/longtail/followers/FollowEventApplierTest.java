package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.longtail.followers.TestGraph.members;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowEvent;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FollowEventApplierTest {
  private final TestGraph graph = new TestGraph();

  @Test
  void unfollowingWhomOneDoesNotFollowStoresZeroAndNeverLess() {
    graph.apply(unfollow("a", "c"));
    assertThat(graph.followersOf("c").count()).isZero();
    assertThat(graph.followersOf("c").isStored()).isTrue();

    graph.apply(unfollow("a", "c"), unfollow("a", "c"));
    assertThat(graph.followersOf("c").count()).isZero();
    assertThat(graph.followingOf("a").count()).isZero();

    graph.apply(follow("a", "c"));
    assertThat(graph.followersOf("c").count()).isEqualTo(1);
    assertThat(graph.followingOf("a").count()).isEqualTo(1);
    assertThat(graph.changes.all()).hasSize(1);
  }

  @Test
  void followingAThousandTimesChangesOnce() {
    graph.apply(Collections.nCopies(500, follow("a", "c")));
    IntStream.range(0, 500).forEach(i -> graph.apply(follow("a", "c")));

    assertThat(members(graph.followers, "c")).containsExactly("a");
    assertThat(graph.followersOf("c").count()).isEqualTo(1);
    assertThat(graph.changes.all()).hasSize(1);
  }

  @Test
  void unfollowingTwiceRemovesOnce() {
    graph.apply(follow("a", "c"), follow("b", "c"), unfollow("a", "c"), unfollow("a", "c"));

    assertThat(members(graph.followers, "c")).containsExactly("b");
    assertThat(graph.followersOf("c").count()).isEqualTo(1);
    assertThat(graph.changes.of("c"))
        .extracting(change -> change.getClass().getSimpleName() + change.sequence())
        .containsExactly("FollowerAdded1", "FollowerAdded2", "FollowerRemoved3");
  }

  @Test
  void followUnfollowFollowInOneBatchPutsTheFollowerLast() {
    graph.apply(
        follow("a", "c"), follow("b", "c"), unfollow("a", "c"), follow("a", "c"), follow("d", "c"));

    assertThat(members(graph.followers, "c")).containsExactly("b", "a", "d");
    assertThat(graph.changes.of("c"))
        .extracting(Object::getClass)
        .containsExactly(
            FollowerAdded.class,
            FollowerAdded.class,
            FollowerRemoved.class,
            FollowerAdded.class,
            FollowerAdded.class);
  }

  @Test
  void aListOfExactlyTheThresholdIsOneDocumentAndOneMoreSpillsAPage() {
    graph.apply(followers(0, 1_000));
    assertThat(graph.followersOf("c").hasOverflow()).isFalse();
    assertThat(graph.followersOf("c").edges().size()).isEqualTo(1_000);

    graph.apply(followers(1_000, 1_001));
    Head head = graph.followersOf("c");
    assertThat(head.hasOverflow()).isTrue();
    assertThat(head.pages()).isEqualTo(1);
    assertThat(head.edges().size()).isEqualTo(101);
    assertThat(members(graph.followers, "c")).hasSize(1_001).startsWith("f0").endsWith("f1000");
  }

  @Test
  void theNewestIdComingAndGoingAroundTheThresholdMovesNothing() {
    graph.apply(followers(0, 999));
    for (int i = 0; i < 10_000; i++) {
      graph.apply(follow("x", "c"), follow("y", "c"));
      assertThat(graph.followersOf("c").hasOverflow()).isTrue();
      graph.apply(unfollow("y", "c"), unfollow("x", "c"));
    }

    // One spill, ever: the second would have made page 1.
    assertThat(graph.followersOf("c").nextPage()).isEqualTo(1);
    assertThat(graph.followersOf("c").count()).isEqualTo(999);
    assertThat(graph.followers.allPages("c")).hasSize(1);
    GraphLaws.assertBounds(graph.followers, ListSettings.DEFAULT);
  }

  @Test
  void theOldestLeavingAndANewOneComingKeepsPagesFew() {
    graph.apply(followers(0, 1_001));
    for (int i = 0; i < 10_000; i++) {
      graph.apply(unfollow("f" + i, "c"), follow("f" + (1_001 + i), "c"));
      assertThat(graph.followers.allPages("c")).hasSizeLessThanOrEqualTo(3);
    }

    // A page is spilled for each 900 that came, no more; emptied ones are gone.
    assertThat(graph.followersOf("c").nextPage()).isLessThanOrEqualTo(1 + 10_000 / 900 + 1);
    assertThat(members(graph.followers, "c"))
        .isEqualTo(IntStream.range(10_000, 11_001).mapToObj(i -> "f" + i).toList());
    GraphLaws.assertBounds(graph.followers, ListSettings.DEFAULT);
  }

  @Test
  void aListThatShrinksToHalfTheThresholdIsOneDocumentAgain() {
    graph.apply(followers(0, 1_200));
    graph.apply(IntStream.range(0, 699).mapToObj(i -> unfollow("f" + i, "c")).toList());
    assertThat(graph.followersOf("c").hasOverflow()).isTrue();

    graph.apply(unfollow("f699", "c"));

    Head head = graph.followersOf("c");
    assertThat(head.hasOverflow()).isFalse();
    assertThat(head.firstPage()).isEqualTo(head.nextPage()).isPositive();
    assertThat(head.removedIds()).isEmpty();
    assertThat(graph.followers.allPages("c")).isEmpty();
    assertThat(members(graph.followers, "c"))
        .isEqualTo(IntStream.range(700, 1_200).mapToObj(i -> "f" + i).toList());
  }

  @Test
  void offsetsUpToTheAppliedOneChangeNothing() {
    List<FollowEvent> log = new ArrayList<>();
    for (int i = 0; i < 111; i++) {
      log.add(i % 3 == 2 ? unfollow("f" + (i - 1), "c") : follow("f" + i, "c"));
    }
    graph.applyAt(0, log.subList(0, 101));
    List<String> at100 = members(graph.followers, "c");

    graph.applyAt(50, log.subList(50, 81));
    assertThat(members(graph.followers, "c")).isEqualTo(at100);

    graph.applyAt(90, log.subList(90, 111));
    TestGraph once = new TestGraph();
    once.apply(log);
    assertThat(members(graph.followers, "c")).isEqualTo(members(once.followers, "c"));
    assertThat(graph.changes.of("c")).isEqualTo(once.changes.of("c"));
  }

  @Test
  void anOffsetDeliveredTwiceInABatchAndAgainInTheNextHasOneEffect() {
    EventBatch batch = new EventBatch(1, 0);
    batch.add(5, follow("a", "c"), TestGraph.NOW);
    batch.add(6, unfollow("a", "c"), TestGraph.NOW);
    batch.add(5, follow("a", "c"), TestGraph.NOW);
    FollowEventApplier applier =
        new FollowEventApplier(
            graph.followers, graph.following, graph.changes, ListSettings.DEFAULT);
    applier.apply(batch);
    applier.apply(batch);

    assertThat(graph.followersOf("c").count()).isZero();
    assertThat(graph.changes.all()).hasSize(2);
  }

  @Test
  void aNewLogBeginsAtZeroUnderItsOwnEpoch() {
    graph.apply(followers(0, 100));
    graph.startEpoch(2);

    graph.apply(followers(100, 200));

    assertThat(graph.followersOf("c").count()).isEqualTo(200);
    assertThat(graph.followersOf("c").applied().epoch()).isEqualTo(2);
  }

  @Test
  void aBatchOfAnOldLogIsDropped() {
    graph.startEpoch(2);
    graph.apply(followers(0, 10));
    graph.startEpoch(1);

    FollowEventApplier.Result result = graph.applyAt(50, followers(10, 20));

    assertThat(result).isEqualTo(FollowEventApplier.Result.DROPPED_OLD_EPOCH);
    assertThat(graph.followersOf("c").count()).isEqualTo(10);
  }

  private static List<FollowEvent> followers(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> follow("f" + i, "c")).toList();
  }
}
