package io.longtail.followers.simulation;

import static io.longtail.followers.FollowLog.follow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.followers.EventBatch;
import io.longtail.followers.edgelist.ListSettings;
import org.junit.jupiter.api.Test;

/** While owners differ in their settings, a head keeps the bounds of whoever looked at it last. */
class MixedSettingsTest {
  private static final ListSettings SMALL = new ListSettings(2, 16 * 1024, 2, 0, 1);
  private static final ListSettings LARGE = new ListSettings(8, 16 * 1024, 4, 0, 4);

  /**
   * With one setting it cannot be: a head that needs nothing gives nobody a step to be late with,
   * and one that needed something has moved on.
   */
  @Test
  void aHeadThatALateUnspillMadeTooLargeIsSpilledByTheNextBatchOfItsList() {
    try (SteppedGraph graph = new SteppedGraph(SMALL)) {
      EventBatch batch =
          graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x"), follow("d", "x"));
      graph.apply(batch);
      assertThat(graph.followersOf("x").pages()).isEqualTo(1);

      SteppedOwner large = graph.begin("large", LARGE, batch);
      large.runUntil(Operation::isHeadSave).step(Verdict.LATE);
      assertThatThrownBy(large::finish).isInstanceOf(Steps.Failed.class);
      graph.apply(batch);
      large.landLate();
      assertThat(graph.followersOf("x").edges().size()).isEqualTo(4);
      graph.assertEqualsModel();

      graph.apply(batch);
      assertThat(graph.followersOf("x").edges().size()).isEqualTo(2);
      graph.assertEqualsModel();
    }
  }
}
