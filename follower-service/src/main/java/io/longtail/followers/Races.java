package io.longtail.followers;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Bounds by time how long a batch goes on losing races: a count would give up on a busy user's
 * list, where every lost race is another partition's progress.
 */
final class Races {
  static final Duration LOST_FOR_MAX = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS_FIRST = Duration.ofMillis(1).toNanos();
  private static final int DOUBLINGS_MAX = 6;

  private final long startNanos = System.nanoTime();
  private int lost;

  /** Waits a little, a random part of a bound that grows, so that two owners fall out of step. */
  void lost(String what) {
    if (System.nanoTime() - startNanos > LOST_FOR_MAX.toNanos()) {
      throw new ContentionException(what + " lost " + lost + " races in " + LOST_FOR_MAX);
    }
    long bound = PAUSE_NANOS_FIRST << Math.min(lost++, DOUBLINGS_MAX);
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(bound));
  }
}
