package io.longtail.followers.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.longtail.followers.simulation.History.Played;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * The core as several owners run it at once, over a log, a store and topics that fail in every way
 * that real ones do. Each seed is a history of 500 records, always the same; {@code -Dseeds=20000}
 * plays more of them, {@code -Dseed=17} that one alone.
 */
class SimulationTest {
  private static final int SEEDS = Integer.getInteger("seeds", 1_000);
  private static final Long ONE_SEED = Long.getLong("seed");

  /** Of as many histories each kind of thing is in some; fewer may be without one. */
  private static final int SEEDS_FOR_TOTALS = 500;

  /** More than processors: owners hand over to each other all the time, and wait for it. */
  private static final int THREADS = 4 * Runtime.getRuntime().availableProcessors();

  @Test
  void whateverHappensListsAndChangesAreWhatTheLogSays() throws Exception {
    long first = ONE_SEED == null ? 1 : ONE_SEED;
    long last = ONE_SEED == null ? SEEDS : ONE_SEED;
    Totals totals = new Totals();
    AtomicReference<String> failure = new AtomicReference<>();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        long begin = first + t;
        running.add(
            threads.submit(
                () -> {
                  for (long seed = begin; seed <= last && failure.get() == null; seed += THREADS) {
                    Played played = History.ofSeed(seed);
                    synchronized (totals) {
                      totals.add(played.totals());
                    }
                    long failed = seed;
                    played
                        .failure()
                        .ifPresent(why -> failure.compareAndSet(null, report(failed, played)));
                  }
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }

    System.out.println(totals);
    if (failure.get() != null) {
      fail(failure.get());
    }
    if (ONE_SEED == null && SEEDS >= SEEDS_FOR_TOTALS) {
      for (Totals.Kind kind : Totals.Kind.values()) {
        if (kind != Totals.Kind.READS_GIVEN_UP) { // after 20 attempts: it may never come to that
          assertThat(totals.of(kind)).as("%s", kind).isPositive();
        }
      }
    }
  }

  /** A simulation that finds nothing proves nothing: with a store that compares nothing it must. */
  @Test
  void aStoreThatDoesNotCompareRevisionsIsFoundOutByAShortHistory() {
    Played played = null;
    for (long seed = 1; seed <= 100 && (played == null || played.failure().isEmpty()); seed++) {
      played = History.ofSeed(seed, Simulation.Setup::withoutCompareAndSet);
    }
    assertThat(played.failure()).isPresent();

    History shrunk = Shrinking.shrink(played.history(), played.failure().get());
    assertThat(shrunk.actions()).hasSizeLessThan(30);
    assertThat(shrunk.replay(null)).isPresent();
    History mended = new History(shrunk.setup().withCompareAndSet(), shrunk.actions());
    assertThat(mended.replay(null)).isEmpty();
  }

  /** Plays what is left of the history once more, and tells it step by step. */
  private static String report(long seed, Played played) {
    History.Failure failure = played.failure().orElseThrow();
    History shrunk = Shrinking.shrink(played.history(), failure);
    List<String> trace = new ArrayList<>();
    Throwable why = shrunk.replay(trace).map(History.Failure::why).orElse(failure.why());
    StringBuilder text = new StringBuilder();
    text.append("seed %d fails at step %d: %s%n".formatted(seed, failure.at(), failure.why()));
    text.append("shrunk to %d steps:%n".formatted(shrunk.actions().size()));
    for (String line : trace) {
      text.append("  ").append(line).append(System.lineSeparator());
    }
    text.append("  => ").append(why).append(System.lineSeparator());
    while (why.getCause() != null) {
      why = why.getCause();
    }
    for (StackTraceElement element : why.getStackTrace()) {
      if (element.getClassName().startsWith("io.longtail")) {
        text.append("     at ").append(element).append(System.lineSeparator());
      }
    }
    return text.toString();
  }
}
