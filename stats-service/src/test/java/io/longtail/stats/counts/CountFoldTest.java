package io.longtail.stats.counts;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.stats.counts.CountRecord.FollowerCountAt;
import io.longtail.stats.counts.CountRecord.FollowingCountAt;
import io.longtail.stats.counts.Folded.Bridge;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountFoldTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final Duration BRIDGE_AFTER = Duration.ofSeconds(60);

  private final CountFold fold = new CountFold(BRIDGE_AFTER);

  @Test
  void changesOneAfterAnotherAreApplied() {
    Folded folded = fold(UserCounts.NONE, change(1, 1), change(2, 2), change(3, 1));

    assertThat(folded).isEqualTo(new Folded(followers(3, 1), 3, 0, 0, Optional.empty()));
  }

  @Test
  void aUserWithoutStateTakesTheFirstChangeItSees() {
    assertThat(fold(UserCounts.NONE, change(41, 7)).counts()).isEqualTo(followers(41, 7));
  }

  @Test
  void aUserKnownOnlyByItsFollowingCountTakesTheFirstChangeItSees() {
    UserCounts before = fold(UserCounts.NONE, state(3, 2)).counts();

    assertThat(fold(before, change(41, 7)).counts()).isEqualTo(new UserCounts(7, 41, 2, 3, none()));
  }

  @Test
  void aRepeatChangesNothing() {
    Folded folded = fold(followers(3, 1), change(2, 2), change(3, 1));

    assertThat(folded).isEqualTo(new Folded(followers(3, 1), 0, 2, 0, Optional.empty()));
  }

  @Test
  void aChangeBeyondAGapIsNotAppliedAtOnce() {
    Folded folded = fold(followers(3, 1), change(5, 9));

    assertThat(folded)
        .isEqualTo(new Folded(withGap(3, 1, gap(5, 9, NOON)), 0, 0, 1, Optional.empty()));
  }

  @Test
  void ofSeveralChangesBeyondAGapTheHighestIsKept() {
    UserCounts counts = fold(followers(3, 1), change(5, 9), change(7, 11), change(6, 10)).counts();

    assertThat(counts).isEqualTo(withGap(3, 1, gap(7, 11, NOON)));
  }

  @Test
  void theMissingChangeClosesTheGapAndTheOneBeyondItIsTakenWithIt() {
    Folded folded = fold(followers(3, 1), change(5, 9), change(4, 8));

    assertThat(folded.counts()).isEqualTo(followers(5, 9));
  }

  @Test
  void aResendThatBeganGivesTheRestOfItNewTime() {
    UserCounts before = withGap(3, 1, gap(9, 20, NOON));
    Instant later = NOON.plusSeconds(59);

    UserCounts counts = fold.fold(before, List.of(change(4, 8)), later).counts();

    assertThat(counts).isEqualTo(withGap(4, 8, gap(9, 20, later)));
  }

  @Test
  void seeingTheSameEarlyChangeAgainChangesNothing() {
    UserCounts before = withGap(3, 1, gap(9, 20, NOON));

    Folded folded = fold.fold(before, List.of(change(9, 20)), NOON.plusSeconds(30));

    assertThat(folded.counts()).isEqualTo(before);
  }

  @Test
  void anOverdueGapIsBridgedByTheHighestCount() {
    UserCounts before = withGap(3, 1, gap(9, 20, NOON));

    Folded folded = fold.fold(before, List.of(), NOON.plus(BRIDGE_AFTER));

    assertThat(folded.counts()).isEqualTo(followers(9, 20));
    assertThat(folded.bridge()).contains(new Bridge(3, 9));
  }

  @Test
  void aGapThatIsNotYetOverdueStaysOpen() {
    UserCounts before = withGap(3, 1, gap(9, 20, NOON));

    Folded folded = fold.fold(before, List.of(), NOON.plus(BRIDGE_AFTER).minusMillis(1));

    assertThat(folded).isEqualTo(new Folded(before, 0, 0, 0, Optional.empty()));
  }

  @Test
  void anOverdueGapThatTheBatchFillsIsNotBridged() {
    UserCounts before = withGap(3, 1, gap(5, 9, NOON));

    Folded folded = fold.fold(before, List.of(change(4, 8), change(5, 9)), NOON.plusSeconds(600));

    assertThat(folded).isEqualTo(new Folded(followers(5, 9), 1, 1, 0, Optional.empty()));
  }

  @Test
  void aResendAfterTheBridgeIsARepeat() {
    UserCounts bridged =
        fold.fold(withGap(3, 1, gap(5, 9, NOON)), List.of(), NOON.plusSeconds(61)).counts();

    assertThat(fold(bridged, change(4, 8), change(5, 9), change(6, 10)).counts())
        .isEqualTo(followers(6, 10));
  }

  @Test
  void theHighestFollowingSequenceWinsWhateverIsMissingBelowIt() {
    Folded folded = fold(UserCounts.NONE, state(7, 70), state(3, 30), state(7, 70));

    assertThat(folded)
        .isEqualTo(new Folded(new UserCounts(0, 0, 70, 7, none()), 1, 2, 0, Optional.empty()));
  }

  private Folded fold(UserCounts before, CountRecord... records) {
    return fold.fold(before, Arrays.asList(records), NOON);
  }

  private static CountRecord change(long sequence, long count) {
    return new FollowerCountAt(sequence, count);
  }

  private static CountRecord state(long sequence, long count) {
    return new FollowingCountAt(sequence, count);
  }

  private static UserCounts followers(long sequence, long count) {
    return new UserCounts(count, sequence, 0, 0, none());
  }

  private static UserCounts withGap(long sequence, long count, Gap gap) {
    return new UserCounts(count, sequence, 0, 0, Optional.of(gap));
  }

  private static Gap gap(long sequence, long count, Instant since) {
    return new Gap(sequence, count, since);
  }

  private static Optional<Gap> none() {
    return Optional.empty();
  }
}
