package io.longtail.stats;

import static io.longtail.stats.Counting.change;
import static io.longtail.stats.Counting.changes;
import static io.longtail.stats.Counting.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.stats.counts.CountRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a publisher that is refused, dies or sends again leads to, history by history. */
class HistoriesTest {
  private final Counting counting = new Counting();

  /**
   * The second record is refused after the third was let through; then both are sent again. A
   * consumer that took the third at once would see the second as a repeat: a gap for good.
   */
  @Test
  void aRecordThatOvertookARefusedOneWaitsForItsResend() {
    apply(change(1));

    apply(change(3));
    assertThat(counting.store.get("u").counts().followerSequence()).isEqualTo(1);
    assertThat(counting.store.get("u").counts().followerCount()).isEqualTo(1);

    apply(change(2), change(3));
    assertThat(counting.store.get("u").counts().followerSequence()).isEqualTo(3);
    assertThat(counting.store.get("u").counts().followerCount()).isEqualTo(3);
    assertThat(counting.store.get("u").counts().gap()).isEmpty();
  }

  /** The resend begins below what had been taken before. */
  @Test
  void aResendOfWhatWasTakenChangesNothing() {
    apply(changes(1, 2, 3));

    apply(changes(1, 2));
    assertThat(counting.store.get("u").counts().followerCount()).isEqualTo(3);
    assertThat(counting.store.get("u").revision()).isEqualTo(1);
  }

  /** Owners of several partitions publish the same user's state, each at its own pace. */
  @Test
  void anOlderFollowingCountThatComesLateIsLeft() {
    apply(state(7, 70));

    apply(state(3, 30));
    assertThat(counting.store.get("u").counts().followingCount()).isEqualTo(70);
  }

  private void apply(CountRecord... records) {
    apply(List.of(records));
  }

  private void apply(List<CountRecord> records) {
    counting.applier.apply(Map.of("u", records));
  }
}
