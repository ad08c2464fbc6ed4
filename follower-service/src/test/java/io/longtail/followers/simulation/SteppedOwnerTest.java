package io.longtail.followers.simulation;

import static io.longtail.followers.FollowLog.follow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.followers.EventBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SteppedOwnerTest {
  private final SteppedGraph graph = SteppedGraph.withThresholdOne();
  private final EventBatch batch = graph.append(0, follow("a", "x"), follow("b", "x"));

  @AfterEach
  void close() {
    graph.close();
  }

  @Test
  void standsBeforeAnOperationUntilItIsToldToGoOn() {
    SteppedOwner a = graph.begin("A", batch).runUntil(Operation::isPageInsert);
    assertThat(graph.followers.allPages("x")).isEmpty();

    a.step();
    assertThat(graph.followers.allPages("x")).hasSize(1);
    assertThat(graph.followersOf("x").hasOverflow()).isFalse();

    a.finish();
    assertThat(graph.followersOf("x").hasOverflow()).isTrue();
    graph.assertEqualsModel();
  }

  @Test
  void anOtherOwnerWorksWhileOneStands() {
    SteppedOwner a = graph.begin("A", batch).runUntil(Operation::isHeadSave);
    graph.begin("B", batch).finish();
    graph.assertEqualsModel();

    a.finish();
    graph.assertEqualsModel();
  }

  @Test
  void aSaveOfManyHeadsMayTakeEffectInPart() {
    EventBatch two = graph.append(0, follow("a", "y"), follow("b", "z"));
    SteppedOwner a = graph.begin("A", batch, two);
    a.runUntil(operation -> operation.isHeadSave() && operation.isOf("y"));
    a.step(Verdict.FAIL_AFTER);

    assertThatThrownBy(a::finish).isInstanceOf(Steps.Failed.class);
    assertThat(graph.followersOf("y").count()).isEqualTo(1);
    assertThat(graph.followersOf("z").count()).isZero();

    graph.apply(two);
    graph.assertEqualsModel();
  }

  @Test
  void oneRefusedAloneDoesNotKeepTheOthersOfItsBulkFromTakingEffect() {
    EventBatch two = graph.append(0, follow("a", "y"), follow("b", "z"));
    SteppedOwner a = graph.begin("A", batch, two);
    a.runUntil(operation -> operation.isHeadSave() && operation.isOf("y")).step(Verdict.REFUSE);

    assertThatThrownBy(a::finish).isInstanceOf(Steps.Failed.class);
    assertThat(graph.followersOf("y").count()).isZero();
    assertThat(graph.followersOf("z").count()).isEqualTo(1);
  }

  @Test
  void aLateWriteTakesEffectWhenItIsLanded() {
    SteppedOwner a = graph.begin("A", batch).runUntil(Operation::isHeadSave);
    assertThatThrownBy(() -> a.step(Verdict.LATE).finish()).isInstanceOf(Steps.Failed.class);
    assertThat(graph.followersOf("x").count()).isZero();

    a.landLate();
    assertThat(graph.followersOf("x").count()).isEqualTo(2);
  }

  @Test
  void oneWhoIsKilledDoesNothingMore() {
    SteppedOwner a = graph.begin("A", batch).runUntil(Operation::isPageInsert);
    a.step(Verdict.KILL_AFTER);

    assertThat(a.hasEnded()).isTrue();
    assertThat(a.failure()).isEmpty();
    assertThat(graph.followers.allPages("x")).hasSize(1);
    assertThat(graph.followersOf("x").hasOverflow()).isFalse();
  }

  @Test
  void whatIsNeverReachedIsToldAndNotPassedOver() {
    SteppedOwner a = graph.begin("A", batch);

    assertThatThrownBy(() -> a.runUntil(Operation::isPageReplace))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("A (ended)");
  }
}
