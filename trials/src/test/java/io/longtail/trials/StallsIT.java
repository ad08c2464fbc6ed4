package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An instance stands still in the middle of its work until its partitions have another owner that
 * has applied everything, and then goes on as if nothing had happened.
 */
@ExtendWith(SharedServers.class)
class StallsIT {
  private static final int THRESHOLD = 20;
  private static final int PAGE_SIZE = 10;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "longtail.list.threshold", "" + THRESHOLD,
          "longtail.list.page-size", "" + PAGE_SIZE,
          "longtail.list.kept-in-head", "5",
          // Large batches: an instance with work is nearly always in the middle of one.
          "longtail.batch-records-max", "2000",
          // Both limits are passed by a stall that lasts until all is applied by the other one.
          "kafka.session.timeout.ms", "6000",
          "kafka.heartbeat.interval.ms", "1500",
          "kafka.max.poll.interval.ms", "8000");

  @Test
  void whatAStalledOwnerWritesLateIsRefused(Servers servers) {
    int stalls = Lengths.count("stalls.stalls");
    int events = Lengths.count("stalls.events");
    Report report = new Report("stalls");
    report.line("seed %d, %d stalls, %,d events", Lengths.seed(), stalls, events);
    Random random = new Random(Lengths.seed());
    SkewedTraffic traffic = new SkewedTraffic(Lengths.seed(), "s", events / 12);
    try (Line line = new Line(servers, "stalls-")) {
      List<ServiceProcess> instances =
          List.of(line.beginFollowerService(SETTINGS), line.beginFollowerService(SETTINGS));
      instances.forEach(ServiceProcess::awaitReady);
      for (int stall = 0; stall < stalls; stall++) {
        ServiceProcess stalled = instances.get(stall % 2);
        long before = line.appliedEvents();
        line.log().append(traffic.next(events / stalls));
        line.log().flush();
        await()
            .atMost(Duration.ofMinutes(10))
            .pollInterval(Duration.ofMillis(20))
            .until(() -> line.appliedEvents() > before);
        // No condition: the moment is to be any.
        LockSupport.parkNanos(random.nextInt(200) * 1_000_000L);
        long atStall = line.appliedEvents();
        assertThat(atStall).as("applied at the stall").isLessThan(line.log().acknowledged());
        double begin = report.seconds();
        stalled.stall();
        try {
          line.awaitApplied();
        } finally {
          stalled.resume();
        }
        report.line(
            "stalled for %.1f s with %,d events to be applied, which the other one did",
            report.seconds() - begin, line.log().acknowledged() - atStall);
        assertThat(stalled.isAlive()).as("%s runs", stalled.name()).isTrue();
        stalled.awaitReady();
      }
      for (ServiceProcess each : instances) {
        String seen = new LineEqualsModel(line, each, THRESHOLD, PAGE_SIZE).checkLists();
        report.line("equals the model: %s", seen);
      }
    }
  }
}
