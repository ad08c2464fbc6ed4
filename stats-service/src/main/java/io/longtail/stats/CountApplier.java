package io.longtail.stats;

import static java.util.stream.Collectors.toMap;

import io.longtail.stats.counts.CountFold;
import io.longtail.stats.counts.CountRecord;
import io.longtail.stats.counts.Folded;
import io.longtail.stats.counts.Folded.Bridge;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Applies a batch: load, fold, save, publish. When it returns, everything is stored and published;
 * when it throws, doing the same again is right.
 *
 * <p>Two owners of a partition, and the sweep beside them, may be at work on one user at once. A
 * save is a compare-and-set on the revision, and after publishing it is read whether a later
 * revision is stored by now: the topic is compacted to the last record, so the last one must not be
 * an older one than the store's, whoever was slow.
 */
@Singleton
public class CountApplier {
  private static final Logger LOG = Logger.getLogger(CountApplier.class);

  private final UserStatsStore store;
  private final OpenGaps openGaps;
  private final UserStatsFeed feed;
  private final CountFold fold;
  private final StatsMetrics metrics;
  private final Clock clock;

  public CountApplier(
      UserStatsStore store,
      OpenGaps openGaps,
      UserStatsFeed feed,
      CountFold fold,
      StatsMetrics metrics,
      Clock clock) {
    this.store = store;
    this.openGaps = openGaps;
    this.feed = feed;
    this.fold = fold;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Brings the users up to the records, in order per user. A user with no record is looked at as
   * well: an overdue gap is bridged.
   *
   * @return what is stored of each now
   */
  public Collection<StoredStats> apply(Map<String, List<CountRecord>> records) {
    Map<String, StoredStats> settled = settle(records);
    // Before publishing: if all ends here, the batch comes again, and this with it.
    openGaps.note(revisionsWithGap(settled.values()));
    publish(settled);
    return settled.values();
  }

  private Map<String, StoredStats> settle(Map<String, List<CountRecord>> records) {
    Map<String, StoredStats> settled = new HashMap<>();
    Map<String, Decision> attempted = Map.of();
    Set<String> open = records.keySet();
    RaceLimit limit = new RaceLimit();
    while (!open.isEmpty()) {
      Map<String, StoredStats> stored = store.load(open);
      Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      Map<String, Decision> changes = new HashMap<>();
      for (String id : open) {
        StoredStats current = stored.getOrDefault(id, StoredStats.none(id));
        Decision before = attempted.get(id);
        if (before != null && before.after().equals(current)) {
          settle(before, settled); // the others of that save lost their race, not this one
          continue;
        }
        Folded folded = fold.fold(current.counts(), records.get(id), now);
        if (folded.counts().equals(current.counts())) {
          settle(new Decision(current, folded), settled);
        } else {
          changes.put(id, new Decision(current.changedTo(folded.counts(), now), folded));
        }
      }
      if (changes.isEmpty() || store.save(after(changes.values()))) {
        changes.values().forEach(change -> settle(change, settled));
        return settled;
      }
      metrics.raceLost();
      limit.pauseOrThrow(changes.size());
      attempted = changes;
      open = changes.keySet();
    }
    return settled;
  }

  /** What one user's records lead to. */
  private record Decision(StoredStats after, Folded folded) {}

  private void settle(Decision decision, Map<String, StoredStats> settled) {
    StoredStats after = decision.after();
    settled.put(after.userId(), after);
    metrics.folded(decision.folded());
    decision.folded().bridge().ifPresent(bridge -> warn(after, bridge));
  }

  private static void warn(StoredStats after, Bridge bridge) {
    LOG.warnf(
        "gap bridged: user=%s lastApplied=%d sequence=%d followerCount=%d: no resend came in time",
        after.userId(), bridge.lastApplied(), bridge.sequence(), after.counts().followerCount());
  }

  private static List<StoredStats> after(Collection<Decision> decisions) {
    return decisions.stream().map(Decision::after).toList();
  }

  private static Map<String, Long> revisionsWithGap(Collection<StoredStats> stats) {
    return stats.stream()
        .filter(s -> s.counts().gap().isPresent())
        .collect(toMap(StoredStats::userId, StoredStats::revision));
  }

  private void publish(Map<String, StoredStats> settled) {
    List<StoredStats> due = settled.values().stream().filter(StoredStats::isStored).toList();
    RaceLimit limit = new RaceLimit();
    while (!due.isEmpty()) {
      feed.publish(due.stream().map(StoredStats::published).toList());
      due = movedOnSince(due);
      if (!due.isEmpty()) {
        limit.pauseOrThrow(due.size());
      }
    }
  }

  private List<StoredStats> movedOnSince(List<StoredStats> published) {
    Set<String> ids = new HashSet<>();
    published.forEach(stats -> ids.add(stats.userId()));
    Map<String, StoredStats> stored = store.load(ids);
    List<StoredStats> moved = new ArrayList<>();
    for (StoredStats stats : published) {
      StoredStats current = stored.get(stats.userId());
      if (current != null && current.revision() > stats.revision()) {
        moved.add(current);
      }
    }
    return moved;
  }
}
