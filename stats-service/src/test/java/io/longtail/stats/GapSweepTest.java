package io.longtail.stats;

import static io.longtail.stats.Counting.changes;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.UserStats;
import io.longtail.stats.counts.CountRecord;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GapSweepTest {
  private final Counting counting = new Counting();

  @Test
  void anOverdueGapIsBridgedPublishedCountedAndForgotten() {
    counting.applier.apply(Map.of("u", changes(1, 5)));
    counting.clock.pass(Counting.BRIDGE_AFTER);

    counting.sweep.sweep();

    Instant bridged = counting.clock.instant();
    assertThat(counting.feed.lastOf("u")).isEqualTo(new UserStats("u", 5, 0, 2, bridged));
    assertThat(counting.counted("longtail.stats.gaps.bridged")).isEqualTo(1);
    assertThat(counting.openGaps.noted).isEmpty();
    assertThat(gapsOpen()).isZero();
  }

  @Test
  void aGapThatIsNotOverdueStaysOpenAndIsMeasured() {
    counting.applier.apply(Map.of("u", changes(1, 5)));

    counting.sweep.sweep();

    assertThat(counting.store.get("u").counts().followerCount()).isEqualTo(1);
    assertThat(counting.openGaps.noted).containsOnlyKeys("u");
    assertThat(gapsOpen()).isEqualTo(1);
  }

  @Test
  void aGapThatAResendFilledIsForgottenAndNotCounted() {
    counting.applier.apply(Map.of("u", changes(1, 3)));
    counting.applier.apply(Map.of("u", changes(2, 3)));
    counting.clock.pass(Counting.BRIDGE_AFTER);

    counting.sweep.sweep();

    assertThat(counting.openGaps.noted).isEmpty();
    assertThat(counting.counted("longtail.stats.gaps.bridged")).isZero();
  }

  @Test
  void aGapNotedAtALaterRevisionIsNotForgotten() {
    counting.applier.apply(Map.of("u", changes(1, 3)));
    counting.applier.apply(Map.of("u", changes(2, 3)));
    // Between the sweep's look at the user and its forgetting, the next gap opens.
    counting.feed.duringPublish = () -> counting.openGaps.note(Map.of("u", 3L));

    counting.sweep.sweep();

    assertThat(counting.openGaps.noted).isEqualTo(Map.of("u", 3L));
  }

  @Test
  void moreGapsThanOnePageAreAllBridged() {
    int users = 2 * GapSweep.PAGE_USERS + 1;
    Map<String, List<CountRecord>> batch = new HashMap<>();
    for (int user = 0; user < users; user++) {
      batch.put("u-" + user, changes(1, 3));
    }
    counting.applier.apply(batch);
    counting.clock.pass(Counting.BRIDGE_AFTER);

    counting.sweep.sweep();

    assertThat(counting.counted("longtail.stats.gaps.bridged")).isEqualTo(users);
    assertThat(counting.openGaps.noted).isEmpty();
  }

  private double gapsOpen() {
    return counting.meters.get("longtail.stats.gaps.open").gauge().value();
  }
}
