package io.longtail.followers.edgelist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AppliedOffsetsTest {
  private static final AppliedOffsets AT_SEVEN =
      AppliedOffsets.NONE.advancedTo(new LogPosition(2, 3, 7));

  @Test
  void coversWhatStandsUpToTheOffsetOfThePartition() {
    assertThat(AT_SEVEN.covers(new LogPosition(2, 3, 7))).isTrue();
    assertThat(AT_SEVEN.covers(new LogPosition(2, 3, 8))).isFalse();
    assertThat(AT_SEVEN.covers(new LogPosition(2, 4, 0))).isFalse();
  }

  @Test
  void nothingOfALaterLogIsCovered() {
    assertThat(AT_SEVEN.covers(new LogPosition(3, 3, 0))).isFalse();
  }

  /**
   * Else an owner who slept since the earlier log takes a list of today for one of its own time.
   */
  @Test
  void everythingOfAnEarlierLogIsCovered() {
    assertThat(AT_SEVEN.covers(new LogPosition(1, 3, 8))).isTrue();
    assertThat(AT_SEVEN.covers(new LogPosition(1, 4, 0))).isTrue();
  }

  @Test
  void neverMovesBack() {
    assertThat(AT_SEVEN.advancedTo(new LogPosition(2, 3, 5))).isEqualTo(AT_SEVEN);
    assertThatThrownBy(() -> AT_SEVEN.advancedTo(new LogPosition(1, 3, 9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("epoch 1 after epoch 2");
  }
}
