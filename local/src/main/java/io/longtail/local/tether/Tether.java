package io.longtail.local.tether;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs another main class and ends this JVM when standard input ends. The parent holds the other
 * end of that pipe and never writes: the system closes it when the parent is gone, however it died.
 */
public final class Tether {
  /** 128 + SIGTERM, as if the parent had asked. */
  private static final int EXIT_CODE = 143;

  /** A shutdown that hangs must not outlive the parent for long. */
  private static final int SHUTDOWN_SECONDS_MAX = 20;

  private Tether() {}

  /**
   * @param args the main class, then its arguments
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    daemon("tether", Tether::exitAtEndOfInput).start();
    try {
      Class.forName(args[0])
          .getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    } catch (InvocationTargetException e) {
      e.getCause().printStackTrace();
      // Threads of a start that failed half way must not keep the process.
      System.exit(1);
    }
  }

  private static void exitAtEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        continue;
      }
    } catch (IOException e) {
      // No input is as good as its end.
    }
    daemon("tether-deadline", Tether::haltAtDeadline).start();
    System.exit(EXIT_CODE);
  }

  private static void haltAtDeadline() {
    try {
      new CountDownLatch(1).await(SHUTDOWN_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  private static Thread daemon(String name, Runnable run) {
    Thread thread = new Thread(run, name);
    thread.setDaemon(true);
    return thread;
  }
}
