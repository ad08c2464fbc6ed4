package io.longtail.followers;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** The clock and the waiting of one who loses races. */
public interface Pacing {

  /** The clock of the machine; waits a random time, so that two who race fall out of step. */
  Pacing REAL =
      new Pacing() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void pause(long nanosBelow) {
          LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(nanosBelow));
        }
      };

  /** Nanoseconds that only rise, counted from anywhere. */
  long nanoTime();

  /** Waits for less than this. */
  void pause(long nanosBelow);
}
