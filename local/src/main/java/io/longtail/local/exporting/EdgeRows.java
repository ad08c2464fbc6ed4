package io.longtail.local.exporting;

import io.longtail.local.console.Console;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Rows {@code follower<TAB>followee<TAB>time} on standard output, in large pieces. */
final class EdgeRows implements EdgeSink {
  /** In a mark, the milliseconds stand above 20 bits for the order within one of them. */
  private static final int MILLIS_SHIFT = 20;

  private static final int BUFFER_BYTES = 64 * 1024;

  private final Console console;
  private final StringBuilder rows = new StringBuilder(BUFFER_BYTES + 256);
  private long count;

  EdgeRows(Console console) {
    this.console = console;
  }

  @Override
  public void accept(String follower, String followee, long mark) {
    rows.append(follower).append('\t').append(followee);
    // A mark below zero is nobody's time; the edge is one all the same.
    if (mark >= 0) {
      rows.append('\t').append(Instant.ofEpochMilli(mark >> MILLIS_SHIFT));
    }
    rows.append('\n');
    count++;
    if (rows.length() >= BUFFER_BYTES) {
      flush();
    }
  }

  /**
   * @throws ExportFailedException if standard output takes no more
   */
  void flush() {
    if (!console.bytes(rows.toString().getBytes(StandardCharsets.UTF_8))) {
      throw new ExportFailedException("standard output takes no more: not everything is written");
    }
    rows.setLength(0);
  }

  long count() {
    return count;
  }
}
