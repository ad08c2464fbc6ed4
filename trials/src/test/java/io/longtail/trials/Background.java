package io.longtail.trials;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** A step that is done again and again beside a trial; what it throws fails the trial. */
final class Background implements AutoCloseable {
  private static final long STOPS_WITHIN_SECONDS = 120;

  private final FutureTask<Void> task;
  private volatile boolean stopping;

  /**
   * @param pauseMillis between two steps, so that the machine has time for what is tried
   */
  Background(String name, long pauseMillis, Runnable step) {
    this.task =
        new FutureTask<>(
            () -> {
              while (!stopping) {
                step.run();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
              }
              return null;
            });
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends the steps and throws what one of them has thrown. */
  void finish() {
    stopping = true;
    try {
      task.get(STOPS_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("beside the trial: " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("a step beside the trial does not end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    stopping = true;
  }
}
