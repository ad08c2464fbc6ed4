package io.longtail.trials;

import java.util.Locale;

/** What a trial did and saw, line by line on standard output, with the time since it began. */
final class Report {
  private final String trial;
  private final long begin = System.nanoTime();

  Report(String trial) {
    this.trial = trial;
  }

  void line(String format, Object... args) {
    System.out.printf(
        Locale.ROOT,
        "[trial %s, %5.1f s] %s%n",
        trial,
        seconds(),
        String.format(Locale.ROOT, format, args));
  }

  double seconds() {
    return (System.nanoTime() - begin) / 1e9;
  }
}
