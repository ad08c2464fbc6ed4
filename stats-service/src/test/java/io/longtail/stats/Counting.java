package io.longtail.stats;

import io.longtail.stats.counts.CountFold;
import io.longtail.stats.counts.CountRecord;
import io.longtail.stats.counts.CountRecord.FollowerCountAt;
import io.longtail.stats.counts.CountRecord.FollowingCountAt;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The applier and the sweep over fakes. */
final class Counting {
  static final Duration BRIDGE_AFTER = Duration.ofSeconds(60);

  final InMemoryUserStats store = new InMemoryUserStats();
  final InMemoryOpenGaps openGaps = new InMemoryOpenGaps();
  final InMemoryUserStatsFeed feed = new InMemoryUserStatsFeed();
  final SettableClock clock = new SettableClock();
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final StatsMetrics metrics = new StatsMetrics(meters);
  final CountApplier applier = applierOver(store);
  final GapSweep sweep = new GapSweep(openGaps, applier, metrics);

  /** Another owner of the same partitions, which may see the store through something else. */
  CountApplier applierOver(UserStatsStore otherStore) {
    return new CountApplier(
        otherStore, openGaps, feed, new CountFold(BRIDGE_AFTER), metrics, clock);
  }

  double counted(String meter, String... tags) {
    return meters.get(meter).tags(tags).counter().count();
  }

  static List<CountRecord> changes(long... sequences) {
    return Arrays.stream(sequences).mapToObj(Counting::change).toList();
  }

  /** The change {@code sequence} of a user whom only ever more users follow. */
  static CountRecord change(long sequence) {
    return new FollowerCountAt(sequence, sequence);
  }

  static CountRecord state(long sequence, long count) {
    return new FollowingCountAt(sequence, count);
  }
}
