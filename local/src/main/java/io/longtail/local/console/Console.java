package io.longtail.local.console;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Lines on standard output, problems and progress on standard error. A progress bar is drawn only
 * on a terminal; elsewhere a plain line comes every few seconds.
 */
public final class Console {
  private static final int BAR_WIDTH = 30;
  private static final long PLAIN_LINE_EVERY_NANOS = 5_000_000_000L;
  private static final long DRAW_EVERY_NANOS = 100_000_000L;

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private boolean barShown;
  private long nextProgress = System.nanoTime();

  public Console(PrintStream out, PrintStream err, boolean terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  public synchronized void line(String format, Object... args) {
    eraseBar();
    out.println(format(format, args));
    out.flush();
  }

  /**
   * On standard output as they are, without a line end.
   *
   * @return false if nobody takes them
   */
  public synchronized boolean bytes(byte[] bytes) {
    eraseBar();
    out.write(bytes, 0, bytes.length);
    return !out.checkError();
  }

  /** A line beside the output, for people. */
  public synchronized void note(String format, Object... args) {
    eraseBar();
    err.println(format(format, args));
  }

  public synchronized void problem(String format, Object... args) {
    eraseBar();
    err.println("longtail: " + format(format, args));
  }

  /**
   * @param fraction 0 to 1
   */
  public synchronized void progress(double fraction, String format, Object... args) {
    long now = System.nanoTime();
    if (now - nextProgress < 0) {
      return;
    }
    nextProgress = now + (terminal ? DRAW_EVERY_NANOS : PLAIN_LINE_EVERY_NANOS);
    int percent = (int) Math.floor(Math.max(0, Math.min(1, fraction)) * 100);
    if (terminal) {
      int full = percent * BAR_WIDTH / 100;
      err.print(
          "\r\u001b[2K["
              + "#".repeat(full)
              + "-".repeat(BAR_WIDTH - full)
              + "] "
              + percent
              + " %  "
              + format(format, args));
      err.flush();
      barShown = true;
    } else {
      err.println(percent + " %  " + format(format, args));
    }
  }

  private void eraseBar() {
    if (barShown) {
      err.print("\r\u001b[2K");
      err.flush();
      barShown = false;
    }
  }

  /** English and grouped, whatever the machine's language: output is also read by scripts. */
  private static String format(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}
