package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** MongoDB goes away with events in flight, and comes back. */
@ExtendWith(SharedServers.class)
class MongodbAwayIT {
  private static final int THRESHOLD = 50;
  private static final int PAGE_SIZE = 25;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "longtail.list.threshold", "" + THRESHOLD,
          "longtail.list.page-size", "" + PAGE_SIZE,
          "longtail.list.kept-in-head", "10");

  @Test
  void servicesWaitSayWhyAndLoseNothing(Servers servers) {
    int events = Lengths.count("away.events");
    Duration away = Lengths.time("away.mongodb");
    Report report = new Report("MongoDB away");
    SkewedTraffic traffic = new SkewedTraffic(Lengths.seed(), "m", events / 20);
    try (Server mongo = Server.mongoOnDisk();
        Line line = new Line(servers.kafka(), mongo, "mongo-away-")) {
      ServiceProcess followers = line.startFollowerService(SETTINGS);
      ServiceProcess stats = line.startStatsService();
      line.log().append(traffic.next(events / 2));
      line.log().flush();
      await()
          .atMost(Duration.ofMinutes(10))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> line.appliedEvents() > 0);

      mongo.stop();
      double gone = report.seconds();
      report.line("MongoDB is gone, %,d events are in the log", line.log().acknowledged());
      try (Background liveness = ServerAway.livenessOf(List.of(followers, stats))) {
        report.line("unready: %s", ServerAway.awaitUnready(followers));
        ServerAway.awaitUnready(stats);
        line.log().append(traffic.next(events - events / 2));
        line.log().flush();
        assertThat(ServerAway.status(followers, "/users/m1/followers")).isEqualTo(503);
        // The time of its absence is what is tried here.
        await()
            .atMost(away.plusMinutes(2))
            .pollInterval(Duration.ofMillis(500))
            .until(
                () -> {
                  assertThat(followers.isReady()).as("ready without MongoDB").isFalse();
                  return report.seconds() - gone >= away.toSeconds();
                });
        mongo.start();
        double back = report.seconds();
        report.line("MongoDB is back after %.1f s", back - gone);
        followers.awaitReady();
        stats.awaitReady();
        report.line("ready %.1f s later", report.seconds() - back);
        liveness.finish();
      }
      String seen = new LineEqualsModel(line, followers, THRESHOLD, PAGE_SIZE).check(stats);
      report.line("equals the model: %s", seen);
    }
  }
}
