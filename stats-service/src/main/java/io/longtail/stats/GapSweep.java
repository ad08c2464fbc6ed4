package io.longtail.stats;

import io.longtail.stats.counts.CountRecord;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bridges overdue gaps of users to whom no record comes any more. It may run in every replica at
 * once.
 */
@Singleton
public class GapSweep {
  static final int PAGE_USERS = 500;

  private final OpenGaps openGaps;
  private final CountApplier applier;
  private final StatsMetrics metrics;

  public GapSweep(OpenGaps openGaps, CountApplier applier, StatsMetrics metrics) {
    this.openGaps = openGaps;
    this.applier = applier;
    this.metrics = metrics;
  }

  public void sweep() {
    int open = 0;
    String last = "";
    List<String> names;
    do {
      names = openGaps.page(last, PAGE_USERS);
      open += sweep(names);
      last = names.isEmpty() ? last : names.get(names.size() - 1);
    } while (names.size() == PAGE_USERS);
    metrics.gapsOpen(open);
  }

  /** Publishes before it forgets: a name that is left leads to the same publishing again. */
  private int sweep(List<String> names) {
    Map<String, List<CountRecord>> noRecords = new HashMap<>();
    names.forEach(name -> noRecords.put(name, List.of()));
    Map<String, Long> closed = new HashMap<>();
    int open = 0;
    for (StoredStats stats : applier.apply(noRecords)) {
      if (stats.counts().gap().isPresent()) {
        open++;
      } else {
        closed.put(stats.userId(), stats.revision());
      }
    }
    openGaps.forget(closed);
    return open;
  }
}
