package io.longtail.followers.simulation;

import java.util.EnumMap;
import java.util.Map;

/** How often what happened. */
final class Totals {

  enum Kind {
    SEEDS,
    EVENTS,
    REPAIRS,
    BATCHES,
    OPERATIONS,
    REBALANCES,
    REWINDS,
    REPEATS_IN_BATCH,
    STALLS_WOKEN,
    CRASHES,
    FAILED_BEFORE,
    REPLIES_LOST,
    CONFLICTS,
    RECORDS_REFUSED,
    LATE_WRITES,
    RACES_LOST,
    DUPLICATE_KEYS,
    OLD_EPOCH_DROPPED,
    DEAD_LETTERS,
    CHANGES,
    CHANGES_REPEATED,
    CHANGES_BEYOND_A_GAP,
    SPILLS,
    SPILLS_BY_BYTES,
    COMPACTIONS,
    UNSPILLS,
    READS,
    READS_GIVEN_UP,
    LOOKUPS,
    WALKS
  }

  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

  void add(Kind kind) {
    add(kind, 1);
  }

  void add(Kind kind, long n) {
    counts.merge(kind, n, Long::sum);
  }

  void add(Totals other) {
    other.counts.forEach(this::add);
  }

  long of(Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder("simulation:");
    for (Kind kind : Kind.values()) {
      line.append(' ')
          .append(kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '))
          .append(' ')
          .append(of(kind))
          .append(kind.ordinal() == Kind.values().length - 1 ? "" : ",");
    }
    return line.toString();
  }
}
