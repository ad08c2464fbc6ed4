package io.longtail.followers.edgelist;

/**
 * Marks: one per edge, strictly increasing in a list. A mark is the time of the follow in
 * milliseconds, shifted left to leave room for 2^20 follows in one millisecond; where the clock
 * stands still or goes back, the last mark plus one. So a mark tells the time and the order, and is
 * a function of the log alone.
 */
public final class Marks {
  private static final int SHIFT = 20;
  private static final long MILLIS_MAX = Long.MAX_VALUE >> SHIFT; // the year 2248

  private Marks() {}

  public static long next(long lastMark, long occurredAtMillis) {
    long millis =
        Math.max(0, Math.min(occurredAtMillis, MILLIS_MAX)); // else the shift would overflow
    return Math.max(lastMark + 1, millis << SHIFT);
  }

  /** The time of the follow, in milliseconds since the epoch. */
  public static long millisOf(long mark) {
    return mark >> SHIFT;
  }
}
