package io.longtail.followers;

import java.time.Duration;

/**
 * Bounds by time how long a batch goes on losing races: a count would give up on a busy user's
 * list, where every lost race is another partition's progress.
 */
final class Races {
  static final Duration LOST_FOR_MAX = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS_FIRST = Duration.ofMillis(1).toNanos();
  private static final int DOUBLINGS_MAX = 6;

  private final Pacing pacing;
  private final long startNanos;
  private int lost;

  Races(Pacing pacing) {
    this.pacing = pacing;
    this.startNanos = pacing.nanoTime();
  }

  /** Waits a little, less than a bound that grows. */
  void lost(String what) {
    if (pacing.nanoTime() - startNanos > LOST_FOR_MAX.toNanos()) {
      throw new ContentionException(what + " lost " + lost + " races in " + LOST_FOR_MAX);
    }
    pacing.pause(PAUSE_NANOS_FIRST << Math.min(lost++, DOUBLINGS_MAX));
  }
}
