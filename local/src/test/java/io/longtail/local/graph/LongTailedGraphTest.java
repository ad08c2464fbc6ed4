package io.longtail.local.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LongTailedGraphTest {
  private final LongTailedGraph graph = new LongTailedGraph(7, 2_000, 1_500);

  @Test
  void theSameSeedGivesTheSameEventsAndAnotherSeedOthers() {
    assertThat(new LongTailedGraph(7, 2_000, 1_500).events()).isEqualTo(graph.events());
    assertThat(new LongTailedGraph(8, 2_000, 1_500).events()).isNotEqualTo(graph.events());
  }

  @Test
  void followersFallWithTheRankAsInRealGraphs() {
    assertThat(graph.followersOf(1)).isBetween(1_380L, 1_500L);
    assertThat(graph.followersOf(10)).isBetween(110L, 134L);
    assertThat(graph.followersOf(100)).isBetween(6L, 12L);
    assertThat(graph.followersOf(2_000)).isBetween(0L, 1L);
  }

  @Test
  void everyFollowIsNewAndEveryUnfollowTakesOneBack() {
    Set<Edge> edges = new HashSet<>();

    assertThat(graph.events())
        .allMatch(
            event ->
                event instanceof FollowEvent.Follow
                    ? edges.add(event.edge())
                    : edges.remove(event.edge()));
    assertThat(edges).hasSize(graph.follows() - graph.unfollows());
    assertThat(graph.unfollows()).isPositive();
  }
}
