package io.longtail.followers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Waits until given positions of the log are applied, whichever replica applies them: the stored
 * progress is looked at, once for all who wait, and only while somebody does.
 */
public final class ProgressWatch implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final ProgressReads progress;
  private final LongSupplier epoch;
  private final List<Waiter> waiters = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "progress-watch");
            thread.setDaemon(true);
            return thread;
          });

  private record Waiter(
      Map<Integer, Long> positions, long untilNanos, CompletableFuture<Boolean> answer) {

    boolean isReachedBy(Map<Integer, Long> applied) {
      return positions.entrySet().stream()
          .allMatch(p -> applied.getOrDefault(p.getKey(), -1L) >= p.getValue());
    }
  }

  /**
   * @param epoch the epoch of the log in use
   */
  public ProgressWatch(ProgressReads progress, LongSupplier epoch) {
    this.progress = progress;
    this.epoch = epoch;
    looking.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** True once every position is applied; false if that takes longer than {@code atMost}. */
  public CompletableFuture<Boolean> reached(Map<Integer, Long> positions, Duration atMost) {
    Waiter waiter =
        new Waiter(positions, System.nanoTime() + atMost.toNanos(), new CompletableFuture<>());
    waiters.add(waiter);
    looking.execute(this::look); // what is there already needs no waiting
    return waiter.answer();
  }

  private void look() {
    if (waiters.isEmpty()) {
      return;
    }
    Map<Integer, Long> applied;
    try {
      applied = progress.applied(epoch.getAsLong());
    } catch (RuntimeException e) {
      applied = Map.of(); // cannot be known now; who waits too long is told so
    }
    for (Waiter waiter : waiters) {
      boolean reached = waiter.isReachedBy(applied);
      if (reached || System.nanoTime() - waiter.untilNanos() > 0) {
        waiters.remove(waiter);
        waiter.answer().complete(reached);
      }
    }
  }

  @Override
  public void close() {
    looking.shutdownNow();
    waiters.forEach(waiter -> waiter.answer().complete(false));
  }
}
