package io.longtail.stats.counts;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.stats.counts.CountRecord.FollowerCountAt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The fold against a model that just takes the last count sent. A failure names its seed. */
class CountFoldPropertyTest {
  private static final int SEEDS = 4_000;
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  @Test
  void anyBatchingAndAnyRepeatOfAResentLogGivesTheLastCounts() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(seed, Duration.ofDays(1));

      UserCounts counts = run.toTheEnd();

      assertThat(counts).as("seed %d", seed).isEqualTo(run.expected());
      assertThat(run.bridges).as("seed %d: bridges", seed).isZero();
    }
  }

  @Test
  void bridgingAnyGapAtAnyTimeGivesTheSameLastCounts() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(seed, Duration.ofSeconds(5));

      assertThat(run.toTheEnd()).as("seed %d", seed).isEqualTo(run.expected());
    }
  }

  @Test
  void changesThatNeverComeAreBridgedOnceTheyAreOverdue() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      List<CountRecord> sent = Deliveries.changes(random, 2 + random.nextInt(40));
      CountRecord last = sent.get(sent.size() - 1);
      CountFold fold = new CountFold(Duration.ofSeconds(60));
      UserCounts counts = UserCounts.NONE;
      for (CountRecord record : sent) {
        if (record == last || random.nextInt(3) > 0) {
          counts = fold.fold(counts, List.of(record), NOON).counts();
        }
      }

      UserCounts later = fold.fold(counts, List.of(), NOON.plusSeconds(60)).counts();

      assertThat(later)
          .as("seed %d", seed)
          .isEqualTo(new UserCounts(last.count(), last.sequence(), 0, 0, Optional.empty()));
    }
  }

  /** One delivery of one user's records; between two batches up to three seconds pass. */
  private static final class Run {
    private final RandomGenerator random;
    private final CountFold fold;
    private final List<CountRecord> changes;
    private final List<CountRecord> states;
    private int bridges;

    Run(long seed, Duration bridgeAfter) {
      random = new SplittableRandom(seed);
      fold = new CountFold(bridgeAfter);
      changes = Deliveries.changes(random, 1 + random.nextInt(60));
      states = Deliveries.states(random, 1 + random.nextInt(20));
    }

    UserCounts expected() {
      CountRecord change = changes.get(changes.size() - 1);
      CountRecord state = states.get(states.size() - 1);
      return new UserCounts(
          change.count(), change.sequence(), state.count(), state.sequence(), Optional.empty());
    }

    UserCounts toTheEnd() {
      List<CountRecord> log =
          Deliveries.interleaved(random, Deliveries.log(random, changes), states);
      UserCounts counts = UserCounts.NONE;
      Instant now = NOON;
      for (List<CountRecord> batch : Deliveries.batches(random, log)) {
        now = now.plusMillis(random.nextInt(3_000));
        Folded folded = fold.fold(counts, batch, now);
        assertThat(folded.applied() + folded.repeats() + folded.early()).isEqualTo(batch.size());
        assertNeverBackwards(counts, folded.counts());
        assertCountBelongsToSequence(folded.counts());
        counts = folded.counts();
        bridges += folded.bridge().isPresent() ? 1 : 0;
      }
      return counts;
    }

    private static void assertNeverBackwards(UserCounts before, UserCounts after) {
      assertThat(after.followerSequence()).isGreaterThanOrEqualTo(before.followerSequence());
      assertThat(after.followingSequence()).isGreaterThanOrEqualTo(before.followingSequence());
    }

    private void assertCountBelongsToSequence(UserCounts counts) {
      if (counts.followerSequence() > 0) {
        assertThat(changes)
            .contains(new FollowerCountAt(counts.followerSequence(), counts.followerCount()));
      }
    }
  }
}
