package io.longtail.local.importing;

import io.longtail.local.console.Console;
import io.longtail.local.importing.EdgeFile.Line;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Reads a file, publishes its edges in the order of the file, and waits until all are applied. */
public final class Importer {
  private final EdgePublisher publisher;
  private final StoredProgress applied;
  private final Console console;

  public Importer(EdgePublisher publisher, StoredProgress applied, Console console) {
    this.publisher = publisher;
    this.applied = applied;
    this.console = console;
  }

  /**
   * @throws PublishingFailedException if the broker does not take an event
   */
  public Outcome run(EdgeFile file, RefusedRows refused) throws IOException {
    long begin = System.nanoTime();
    long rows = 0;
    long sent = 0;
    for (Optional<Line> line = file.next(); line.isPresent(); line = file.next()) {
      Row row = line.get().row();
      if (row == Row.Nothing.INSTANCE) {
        continue;
      }
      rows++;
      if (row instanceof Row.Asked asked) {
        publisher.publish(asked.event());
        sent++;
      } else if (row instanceof Row.Refused refusal) {
        refused.add(line.get(), refusal.reason());
      }
      double fraction = file.size() == 0 ? 1 : (double) file.bytesRead() / file.size();
      console.progress(fraction, "%,d rows read", rows);
    }
    Map<Integer, OffsetRange> published = publisher.finish();
    double secondsToSend = secondsSince(begin);
    boolean everythingApplied = applied.await(published, console);
    return new Outcome(
        rows, sent, refused.count(), secondsToSend, secondsSince(begin), everythingApplied);
  }

  private static double secondsSince(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  /**
   * What was done.
   *
   * @param secondsToSend from the first row to the last acknowledgement
   * @param seconds from the first row until everything was applied, or the waiting was given up
   */
  public record Outcome(
      long rows,
      long sent,
      long refused,
      double secondsToSend,
      double seconds,
      boolean everythingApplied) {}
}
