package io.longtail.stats;

import io.quarkus.scheduler.Scheduled;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Runs the sweep now and then. */
@Singleton
class GapSweepTimer {
  private static final Logger LOG = Logger.getLogger(GapSweepTimer.class);

  private final GapSweep sweep;

  GapSweepTimer(GapSweep sweep) {
    this.sweep = sweep;
  }

  // Not at once after the start: the resend that fills a gap may be the next thing to be read.
  @Scheduled(
      every = "{longtail.gap-sweep-every}",
      delayed = "{longtail.gap-bridge-after}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void run() {
    try {
      sweep.sweep();
    } catch (RuntimeException e) {
      LOG.warnf("gaps not swept, next time again: %s", e.toString());
    }
  }
}
