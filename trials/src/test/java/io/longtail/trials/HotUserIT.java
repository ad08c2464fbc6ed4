package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Most of a flood of events is about one user: do the others wait longer than without him? */
@Isolated("it measures")
@ExtendWith(SharedServers.class)
class HotUserIT {
  private static final double HOT_SHARE = 0.8;
  private static final Duration STANDSTILL_MAX = Duration.ofMinutes(5);

  /** Of the delays with a hot user to those without: at most so much. */
  private static final double RATIO_MAX = 2;

  /** Delays below this are noise of the machine, and of the asking for them. */
  private static final long NOISE_MILLIS = 2_000;

  /** So many keep everybody waiting for longer than the noise. */
  private static final int JUDGED_EVENTS_MIN = 100_000;

  /** In milliseconds. */
  private record Delays(long median, long p99) {}

  @Test
  void theOthersWaitAtMostTwiceAsLong(Servers servers) {
    int events = Lengths.count("hot.events");
    Report report = new Report("hot user");
    Random random = new Random(Lengths.seed());
    try (Line line = new Line(servers, "hot-")) {
      line.startFollowerService(Map.of());
      measure(line, flood(random, "warm", events / 20, 0), "nobody");
      Delays balanced = measure(line, flood(random, "even", events, 0), "nobody");
      report.line("%,d events, no hot user: %s", events, balanced);
      Delays others = measure(line, flood(random, "hot", events, HOT_SHARE), "hot0");
      report.line(
          "%,d events, %.0f %% on one user; the others: %s", events, HOT_SHARE * 100, others);
      double median = ratio(others.median(), balanced.median());
      double p99 = ratio(others.p99(), balanced.p99());
      if (events >= JUDGED_EVENTS_MIN) {
        assertThat(balanced.median()).as("median without a hot user").isGreaterThan(NOISE_MILLIS);
      }
      report.line(
          "ratio of the medians %.2f, of the 99th percentiles %.2f; less than %,d ms count as that",
          median, p99, NOISE_MILLIS);
      assertThat(median).as("ratio of the medians").isLessThanOrEqualTo(RATIO_MAX);
      assertThat(p99).as("ratio of the 99th percentiles").isLessThanOrEqualTo(RATIO_MAX);
    }
  }

  private static double ratio(long with, long without) {
    return (double) Math.max(NOISE_MILLIS, with) / Math.max(NOISE_MILLIS, without);
  }

  /**
   * Follows of different followers; a share of them is of user 0, the rest of all others evenly.
   */
  private static List<FollowEvent> flood(Random random, String prefix, int count, double share) {
    int users = count / 10;
    List<FollowEvent> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int followee = random.nextDouble() < share ? 0 : 1 + random.nextInt(users);
      String follower = prefix + "-f" + random.nextInt(count);
      events.add(
          new FollowEvent.Follow(
              new Edge(new FollowerId(follower), new FolloweeId(prefix + followee)),
              Optional.empty(),
              Cause.USER));
    }
    return events;
  }

  /** From its append to the moment at which progress is seen to have passed it. */
  private static Delays measure(Line line, List<FollowEvent> events, String hot) {
    Map<Integer, Long> before = line.progress();
    Map<Integer, NavigableMap<Long, Long>> seenAt = new TreeMap<>();
    long lastMove = System.nanoTime();
    long all = line.log().acknowledged() + events.size();
    line.log().append(events);
    for (long applied = 0, last = 0; applied < all; last = applied) {
      Map<Integer, Long> progress = line.progress();
      long now = System.currentTimeMillis();
      progress.forEach(
          (partition, offset) ->
              seenAt.computeIfAbsent(partition, x -> new TreeMap<>()).putIfAbsent(offset, now));
      applied = progress.values().stream().mapToLong(offset -> offset + 1).sum();
      lastMove = applied > last ? System.nanoTime() : lastMove;
      assertThat(Duration.ofNanos(System.nanoTime() - lastMove))
          .as("standstill at %d of %d", applied, all)
          .isLessThan(STANDSTILL_MAX);
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    line.log().flush();
    long[] delays =
        line.log().events().stream()
            .filter(entry -> entry.offset() > before.getOrDefault(entry.partition(), -1L))
            .filter(entry -> !entry.event().edge().followee().value().equals(hot))
            .mapToLong(
                entry ->
                    seenAt.get(entry.partition()).ceilingEntry(entry.offset()).getValue()
                        - entry.appendedAtMillis())
            .sorted()
            .toArray();
    assertThat(delays).isNotEmpty();
    return new Delays(delays[delays.length / 2], delays[(int) (delays.length * 0.99)]);
  }
}
