package io.longtail.followers;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.edgelist.LogPosition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressWatchTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final InMemoryProgress progress = new InMemoryProgress();
  private final ProgressWatch watch = new ProgressWatch(progress::applied, () -> 1);

  @AfterEach
  void close() {
    watch.close();
  }

  @Test
  void waitsUntilEveryPositionIsReached() throws Exception {
    CompletableFuture<Boolean> both = watch.reached(Map.of(1, 10L, 2, 20L), LONG);

    progress.advance(new LogPosition(1, 1, 10));
    // Both are looked at in one go: once this is reached, the other was looked at too.
    assertThat(watch.reached(Map.of(1, 10L), LONG).get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(both).isNotDone();

    progress.advance(new LogPosition(1, 2, 25));
    assertThat(both.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void saysNoWhenItTakesTooLong() throws Exception {
    assertThat(watch.reached(Map.of(1, 10L), Duration.ofMillis(30)).get(30, TimeUnit.SECONDS))
        .isFalse();
  }

  @Test
  void saysNoWhenProgressCannotBeKnown() throws Exception {
    progress.broken = true;
    assertThat(watch.reached(Map.of(1, 10L), Duration.ofMillis(30)).get(30, TimeUnit.SECONDS))
        .isFalse();
  }

  private static final class InMemoryProgress implements Progress {
    private final Map<Integer, Long> applied = new ConcurrentHashMap<>();
    private volatile boolean broken;

    @Override
    public Map<Integer, Long> applied(long epoch) {
      if (broken) {
        throw new IllegalStateException("the store is away");
      }
      return Map.copyOf(applied);
    }

    @Override
    public void advance(LogPosition position) {
      applied.put(position.partition(), position.offset());
    }
  }
}
