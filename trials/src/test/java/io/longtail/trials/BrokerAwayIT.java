package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.longtail.events.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The broker is killed with events in flight and requests coming in, and comes back. */
@ExtendWith(SharedServers.class)
class BrokerAwayIT {
  private static final int THRESHOLD = 50;
  private static final int PAGE_SIZE = 25;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "longtail.list.threshold", "" + THRESHOLD,
          "longtail.list.page-size", "" + PAGE_SIZE,
          "longtail.list.kept-in-head", "10");

  /** Promised are some 5 s; a machine that does much else takes longer. */
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(15);

  /** A request that has reached the broker when its sender gives up cannot be called back. */
  private static final Duration LATE_MAX = Duration.ofSeconds(10);

  /** Longer than any producer here goes on with what it has. */
  private static final Duration QUIET = Duration.ofSeconds(5);

  @Test
  void whatIsAcceptedIsInTheLogAndWhatIsRefusedIsNotSentLater(Servers servers) throws Exception {
    int events = Lengths.count("away.events");
    int requests = Lengths.count("requests.count");
    Duration away = Lengths.time("away.kafka");
    Report report = new Report("broker away");
    SkewedTraffic traffic = new SkewedTraffic(Lengths.seed(), "b", events / 20);
    try (Server kafka = Server.kafka();
        Line line = new Line(kafka, servers.mongo(), "kafka-away-")) {
      ServiceProcess users = line.startUserService();
      ServiceProcess followers = line.startFollowerService(SETTINGS);
      ServiceProcess stats = line.startStatsService();
      FollowRequests follows = new FollowRequests(users);
      follows.register(requests);
      for (int i = 0; i < requests / 10; i++) {
        follows.send();
      }
      follows.awaitAnswers();
      line.log().append(traffic.next(events));
      line.log().flush();
      await()
          .atMost(Duration.ofMinutes(10))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> line.appliedEvents() > events / 10);

      long backAtMillis;
      try (Background liveness = ServerAway.livenessOf(List.of(users, followers, stats))) {
        kafka.kill();
        double gone = report.seconds();
        report.line("the broker is gone, %,d events applied", line.appliedEvents());
        sendDuring(follows, requests - 2 * (requests / 10), Lengths.time("requests.away"));
        report.line("%,d requests were sent meanwhile", follows.count() - requests / 10);
        report.line("unready: %s", ServerAway.awaitUnready(followers));
        assertThat(ServerAway.status(followers, "/users/b1/followers")).as("a read").isEqualTo(200);
        await()
            .atMost(away.plusMinutes(2))
            .pollInterval(Duration.ofMillis(500))
            .until(
                () -> {
                  assertThat(followers.isReady()).as("ready with a batch in hand").isFalse();
                  return report.seconds() - gone >= away.toSeconds();
                });
        backAtMillis = System.currentTimeMillis();
        kafka.start();
        double back = report.seconds();
        report.line("the broker is back after %.1f s", back - gone);
        sendDuring(follows, requests / 10, Duration.ofSeconds(3));
        follows.awaitAnswers();
        followers.awaitReady();
        stats.awaitReady();
        users.awaitReady();
        report.line("ready %.1f s later", report.seconds() - back);
        liveness.finish();
      }
      long inLog = line.log().records(Topic.FOLLOW_EVENTS);
      await()
          .pollDelay(QUIET)
          .atMost(QUIET.plusMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(line.log().records(Topic.FOLLOW_EVENTS))
                      .as("events in the log after all answers")
                      .isEqualTo(inLog));
      report.line("%s", follows.compare(line.log().events(), backAtMillis, LATE_MAX));
      assertThat(follows.tookAtMost(0.99)).isLessThan(ANSWERED_WITHIN.toMillis());
      String seen = new LineEqualsModel(line, followers, THRESHOLD, PAGE_SIZE).check(stats);
      report.line("equals the model: %s", seen);
    }
  }

  /** Evenly over the time. */
  private static void sendDuring(FollowRequests follows, int count, Duration time) {
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long due = begin + time.toNanos() / count * i;
      while (System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      follows.send();
    }
  }
}
