package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Instances of follower-service come and go, in order and not, while events flow. */
@ExtendWith(SharedServers.class)
class KillsIT {
  private static final int INSTANCES = 3;

  /** So small that many lists have pages, on both sides. */
  private static final int THRESHOLD = 20;

  private static final int PAGE_SIZE = 10;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "longtail.list.threshold", "" + THRESHOLD,
          "longtail.list.page-size", "" + PAGE_SIZE,
          "longtail.list.kept-in-head", "5",
          // The least that a broker allows: the dead are missed sooner, so that more is applied
          // between two kills, by more different owners.
          "kafka.session.timeout.ms", "6000",
          "kafka.heartbeat.interval.ms", "1500");

  private static final Duration MOVES_WITHIN = Duration.ofMinutes(3);

  private final Report report = new Report("kills");
  private final int events = Lengths.count("kills.events");
  private final int kills = Lengths.count("kills.kills");
  private final int users = Lengths.count("kills.users");
  private final Random random = new Random(Lengths.seed());
  private final SkewedTraffic traffic = new SkewedTraffic(Lengths.seed(), "k", users);

  @Test
  void instancesAreKilledJoinAndLeaveAndNothingIsLostOrDoubled(Servers servers) {
    report.line("seed %d, %,d events, %d kills", Lengths.seed(), events, kills);
    try (Line line = new Line(servers, "kills-")) {
      Fleet fleet = new Fleet(line, SETTINGS);
      for (int i = 0; i < INSTANCES; i++) {
        fleet.join();
      }
      ServiceProcess stats = line.startStatsService();
      await()
          .atMost(Duration.ofMinutes(10))
          .untilAsserted(() -> assertThat(fleet.living()).allMatch(ServiceProcess::isReady));
      report.line("%d instances are ready", INSTANCES);

      killUnderLoad(line, fleet);

      ServiceProcess living = fleet.living().get(0).awaitReady();
      String seen = new LineEqualsModel(line, living, THRESHOLD, PAGE_SIZE).check(stats);
      long ofFollowers = line.outliers("followers");
      long ofFollowing = line.outliers("following");
      report.line("equals the model: %s", seen);
      report.line("outliers: %d of followers, %d of following", ofFollowers, ofFollowing);
      assertThat(ofFollowers).isGreaterThan(users / 40);
      assertThat(ofFollowing).isGreaterThan(users / 40);
    }
  }

  private void killUnderLoad(Line line, Fleet fleet) {
    ReadsUnderFaults reads = new ReadsUnderFaults(fleet, traffic, new Random(Lengths.seed() + 1));
    try (Background reader = new Background("reader", 5, reads::readOnce);
        Background liveness =
            new Background(
                "liveness", 200, () -> assertThat(fleet.red()).as("living instances").isEmpty());
        Background newcomers = new Background("newcomers", 200, fleet::noticeReady);
        Background membership =
            new Background(
                "membership",
                Lengths.time("membership.every").toMillis(),
                () -> {
                  if (fleet.size() <= INSTANCES) {
                    fleet.join();
                  } else {
                    fleet.leave(random);
                  }
                })) {
      int unmoved = 0;
      for (int kill = 1; kill <= kills; kill++) {
        unmoved += killOnce(line, fleet, kill) ? 0 : 1;
      }
      // Kills may be over before the first one who was asked to leave has been ready.
      await().atMost(MOVES_WITHIN).until(() -> fleet.left() > 0);
      report.line(
          "faults are over: %s; %,d of %,d events applied; %d of %d kills while nothing moved",
          fleet.report(), line.appliedEvents(), line.log().acknowledged(), unmoved, kills);
      for (Background each : new Background[] {membership, reader, liveness, newcomers}) {
        each.finish();
      }
    }
    report.line("reads during the faults: %s", reads.report());
    assertThat(reads.answered()).as("reads that were answered").isPositive();
  }

  /** At a random moment while a share of the events is being applied; false if it was not. */
  private boolean killOnce(Line line, Fleet fleet, int kill) {
    long before = line.appliedEvents();
    line.log().append(traffic.next((int) ((long) events * kill / kills) - traffic.given()));
    line.log().flush();
    boolean moved = true;
    try {
      await()
          .atMost(MOVES_WITHIN)
          .pollInterval(Duration.ofMillis(100))
          .until(() -> line.appliedEvents() > before);
    } catch (ConditionTimeoutException e) {
      moved = false;
    }
    // No condition: the moment is to be any.
    LockSupport.parkNanos((long) (random.nextDouble() * Lengths.time("kills.within").toNanos()));
    fleet.kill(random);
    fleet.join();
    return moved;
  }
}
