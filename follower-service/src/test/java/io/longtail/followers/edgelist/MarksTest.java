package io.longtail.followers.edgelist;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class MarksTest {

  @Test
  void aMarkTellsItsTime() {
    assertThat(Marks.millisOf(Marks.next(0, 1_700_000_000_123L))).isEqualTo(1_700_000_000_123L);
  }

  @Test
  void marksRiseWhenTheClockStandsStillOrGoesBack() {
    long first = Marks.next(0, 1_000);
    long second = Marks.next(first, 1_000);
    long third = Marks.next(second, 5);

    assertThat(second).isEqualTo(first + 1);
    assertThat(third).isEqualTo(second + 1);
    assertThat(Marks.millisOf(third)).isEqualTo(1_000);
  }

  @Test
  void timesBeforeTheEpochAndFarAheadStillGiveRisingMarks() {
    assertThat(Marks.next(0, -5_000)).isEqualTo(1);
    assertThat(Marks.next(0, Instant.parse("0001-01-01T00:00:00Z").toEpochMilli())).isEqualTo(1);
    assertThat(Marks.next(0, Instant.parse("1600-01-01T00:00:00Z").toEpochMilli())).isEqualTo(1);
    assertThat(Marks.next(0, Long.MIN_VALUE)).isEqualTo(1);
    long far = Marks.next(0, Long.MAX_VALUE);
    assertThat(far).isPositive();
    assertThat(Marks.next(far, Long.MAX_VALUE)).isGreaterThan(far);
  }
}
