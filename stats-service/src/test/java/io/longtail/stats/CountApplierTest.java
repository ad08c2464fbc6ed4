package io.longtail.stats;

import static io.longtail.stats.Counting.change;
import static io.longtail.stats.Counting.changes;
import static io.longtail.stats.Counting.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.events.UserStats;
import io.longtail.stats.counts.CountRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CountApplierTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  private final Counting counting = new Counting();

  @Test
  void aBatchIsStoredAndPublished() {
    apply(Map.of("u", List.of(change(1), change(2), state(1, 5))));

    assertThat(counting.store.get("u").published()).isEqualTo(new UserStats("u", 2, 5, 1, NOON));
    assertThat(counting.feed.published).containsExactly(new UserStats("u", 2, 5, 1, NOON));
  }

  @Test
  void aBatchOfManyUsersIsTwoReadsAndOneSave() {
    Map<String, List<CountRecord>> batch = new HashMap<>();
    for (int user = 0; user < 500; user++) {
      batch.put("u-" + user, changes(1, 2, 3));
    }

    apply(batch);

    assertThat(counting.store.loads).isEqualTo(2);
    assertThat(counting.store.saves).isEqualTo(1);
  }

  @Test
  void aRedeliveredBatchIsNotSavedButPublishedAgain() {
    apply(Map.of("u", changes(1, 2)));
    apply(Map.of("u", changes(1, 2)));

    assertThat(counting.store.saves).isEqualTo(1);
    assertThat(counting.feed.published)
        .containsExactly(new UserStats("u", 2, 0, 1, NOON), new UserStats("u", 2, 0, 1, NOON));
  }

  @Test
  void asOfIsWhenACountLastChanged() {
    apply(Map.of("u", changes(1)));
    counting.clock.pass(Duration.ofSeconds(10));
    apply(Map.of("u", changes(1, 3)));

    assertThat(counting.store.get("u").revision()).isEqualTo(2);
    assertThat(counting.store.get("u").asOf()).isEqualTo(NOON);
  }

  @Test
  void anotherOwnersSaveInBetweenIsReadAndBuiltUpon() {
    apply(Map.of("u", changes(1)));
    counting.store.beforeSave = () -> apply(Map.of("u", List.of(state(1, 9)), "v", changes(1)));

    apply(Map.of("u", changes(2), "v", changes(1), "w", changes(1)));

    assertThat(counting.store.get("u").published()).isEqualTo(new UserStats("u", 2, 9, 3, NOON));
    assertThat(counting.store.get("v").revision()).isEqualTo(1);
    assertThat(counting.store.get("w").revision()).isEqualTo(1);
    assertThat(counting.counted("longtail.stats.races.lost")).isEqualTo(1);
  }

  @Test
  void whatWasSavedInALostRaceIsCountedOnce() {
    counting.store.beforeSave = () -> apply(Map.of("v", List.of(state(1, 9))));

    apply(Map.of("v", changes(1), "w", changes(1)));

    assertThat(counting.counted("longtail.stats.records", "outcome", "applied")).isEqualTo(3);
    assertThat(counting.counted("longtail.stats.records", "outcome", "repeat")).isZero();
  }

  @Test
  void anOwnerThatIsSlowToPublishDoesNotLeaveAnOldStateBehind() {
    counting.feed.duringPublish = () -> apply(Map.of("u", changes(1, 2)));

    apply(Map.of("u", changes(1)));

    assertThat(counting.feed.lastOf("u")).isEqualTo(new UserStats("u", 2, 0, 2, NOON));
  }

  @Test
  void aGapIsNotedForTheSweep() {
    apply(Map.of("u", changes(1, 3), "v", changes(1, 2)));

    assertThat(counting.openGaps.noted).isEqualTo(Map.of("u", 1L));
  }

  @Test
  void aGapWhoseNoteWasLostIsNotedWhenTheBatchComesAgain() {
    apply(Map.of("u", changes(1, 3)));
    counting.openGaps.noted.clear();

    apply(Map.of("u", changes(1, 3)));

    assertThat(counting.openGaps.noted).isEqualTo(Map.of("u", 1L));
  }

  @Test
  void aSaveWhoseReplyIsLostIsSeenAsDoneByTheNextAttempt() {
    CountApplier cutOff =
        counting.applierOver(
            new UserStatsStore() {
              @Override
              public Map<String, StoredStats> load(Set<String> userIds) {
                return counting.store.load(userIds);
              }

              @Override
              public boolean save(Collection<StoredStats> changed) {
                counting.store.save(changed);
                throw new IllegalStateException("reply lost");
              }
            });
    assertThatThrownBy(() -> cutOff.apply(Map.of("u", changes(1, 2)))).hasMessage("reply lost");

    apply(Map.of("u", changes(1, 2)));

    assertThat(counting.store.get("u").published()).isEqualTo(new UserStats("u", 2, 0, 1, NOON));
    assertThat(counting.feed.published).containsExactly(new UserStats("u", 2, 0, 1, NOON));
  }

  @Test
  void aUserOfWhomNothingCanBeSaidIsNeitherStoredNorPublished() {
    apply(Map.of("u", changes(0)));

    assertThat(counting.store.get("u").isStored()).isFalse();
    assertThat(counting.feed.published).isEmpty();
  }

  private void apply(Map<String, List<CountRecord>> records) {
    counting.applier.apply(records);
  }
}
