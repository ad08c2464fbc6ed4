package io.longtail.stats;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** How long a race is run again: bounded by time, with a pause of random length in between. */
final class RaceLimit {
  // Far below the time after which a member that does not poll loses its partitions (5 minutes).
  private static final Duration ATTEMPTS_MAX = Duration.ofSeconds(10);
  // About the time of a save, so that two rivals fall out of step.
  private static final long PAUSE_NANOS_MAX = Duration.ofMillis(20).toNanos();

  private final long began = System.nanoTime();

  void pauseOrThrow(int users) {
    if (System.nanoTime() - began > ATTEMPTS_MAX.toNanos()
        || Thread.currentThread().isInterrupted()) {
      throw new RaceLostException(users);
    }
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS_MAX));
  }
}
