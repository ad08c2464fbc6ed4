package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists are damaged by hand; the command names each damage and mends it while events flow. */
@ExtendWith(SharedServers.class)
class RepairIT {
  private static final int EVENTS = 8_000;
  private static final int USERS = 300;
  private static final Duration ENDED_WITHIN = Duration.ofMinutes(20);
  private static final int VIOLATIONS = 1;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "longtail.list.threshold", "20",
          "longtail.list.page-size", "10",
          "longtail.list.kept-in-head", "8");
  private static final String[] VERIFY = {"--threshold", "20", "--page-size", "10"};

  @Test
  void eachDamageIsNamedAndMendedUnderTraffic(Servers servers) throws IOException {
    Report report = new Report("repair");
    try (Line line = new Line(servers, "repair-")) {
      ServiceProcess followers = line.startFollowerService(SETTINGS);
      line.startStatsService();
      SkewedTraffic traffic = new SkewedTraffic(Lengths.seed(), "r", USERS);
      line.log().append(traffic.next(EVENTS));
      line.log().flush();
      report.line("verify: %s", line.verify(with("--against-log")));

      StoredDamage damage =
          new StoredDamage(line.clients().database("followers"), line.clients().database("stats"));
      List<String> users = damage.followeesWithPages(2);
      assertThat(users).hasSizeGreaterThanOrEqualTo(8);
      damage.putGhostIntoPage(users.get(0), "ghost");
      Object repeated = damage.repeatInHead(users.get(1));
      damage.count(users.get(2), 5);
      damage.countInStats(users.get(3), 77);
      damage.loseFlag(users.get(4));
      long lostPage = damage.losePage(users.get(5));
      Object lostFollower = damage.loseNewest("followers", users.get(6));
      Object lostFollowee = damage.loseNewest("following", users.get(7));
      assertThat(Answers.walk(followers, users.get(1), "followers"))
          .contains("" + repeated)
          .doesNotHaveDuplicates();

      List<String> named = violations(line);
      report.line("%d violations named", named.size());
      assertThat(named)
          .contains(
              "4 %s followers lists ghost, and following of ghost does not list %s"
                  .formatted(users.get(0), users.get(0)),
              "1 %s followers: %s is listed 2 times".formatted(users.get(1), repeated),
              "3 %s followers: page %d is missing".formatted(users.get(5), lostPage),
              "4 %s following lists %s, and followers of %s does not list %s"
                  .formatted(lostFollower, users.get(6), users.get(6), lostFollower),
              "4 %s followers lists %s, and following of %s does not list %s"
                  .formatted(lostFollowee, users.get(7), users.get(7), lostFollowee))
          .anyMatch(each -> each.startsWith("2 " + users.get(2) + " followers: followerCount is "))
          .anyMatch(
              each ->
                  each.startsWith("2 " + users.get(3) + " ")
                      && each.endsWith("stats-service says 77"))
          .anyMatch(each -> each.startsWith("3 " + users.get(4) + " followers: hasOverflow"));

      try (Background more =
              new Background("traffic", 200, () -> line.log().append(traffic.next(10)));
          JavaProcess repair = begin(line, "--repair")) {
        await().atMost(ENDED_WITHIN).until(() -> !repair.isAlive());
        more.finish();
        report.line("repair ended with %d:\n%s", repair.exitCode(), repair.logText());
        assertThat(repair.exitCode()).as(repair.logText()).isZero();
      }
      line.log().flush();
      report.line("verify: %s", line.verify(with("--against-log")));

      line.log()
          .append(
              List.of(
                  unfollow("" + repeated, users.get(1)),
                  follow("ghost", users.get(0)),
                  unfollow("ghost", users.get(0)),
                  unfollow("" + lostFollower, users.get(6)),
                  follow("" + lostFollower, users.get(6))));
      line.log().flush();
      report.line("verify: %s", line.verify(with("--against-log")));
      assertThat(line.deadLetters()).as("dead letters").isZero();
    }
  }

  @Test
  void edgesThatBothSidesHaveWronglyAreMendedFromTheLog(Servers servers) {
    try (Line line = new Line(servers, "both-sides-")) {
      line.startFollowerService(SETTINGS);
      line.startStatsService();
      line.log().append(List.of(follow("a", "x"), follow("b", "x"), follow("c", "y")));
      line.log().flush();
      line.verify(VERIFY);
      StoredDamage damage =
          new StoredDamage(line.clients().database("followers"), line.clients().database("stats"));
      assertThat(damage.loseNewest("followers", "x")).isEqualTo("b");
      assertThat(damage.loseNewest("following", "b")).isEqualTo("x");
      damage.countInStats("x", 1);

      assertThat(violations(line, "--against-log"))
          .contains("2 x followers does not list b, and by the log b follows x");
      assertThat(violations(line, "--against-log", "--user", "x"))
          .contains("2 x followers does not list b, and by the log b follows x");
      try (JavaProcess repair = begin(line, "--repair", "--against-log", "--user", "x")) {
        await().atMost(ENDED_WITHIN).until(() -> !repair.isAlive());
        assertThat(repair.exitCode()).as(repair.logText()).isZero();
        assertThat(repair.logText()).contains("mended");
      }
      line.verify(with("--against-log"));
    }
  }

  private static FollowEvent follow(String follower, String followee) {
    return new FollowEvent.Follow(edge(follower, followee), Optional.empty(), Cause.USER);
  }

  private static FollowEvent unfollow(String follower, String followee) {
    return new FollowEvent.Unfollow(edge(follower, followee), Optional.empty(), Cause.USER);
  }

  private static Edge edge(String follower, String followee) {
    return new Edge(new FollowerId(follower), new FolloweeId(followee));
  }

  private static String[] with(String... flags) {
    List<String> all = new ArrayList<>(List.of(VERIFY));
    all.addAll(List.of(flags));
    return all.toArray(String[]::new);
  }

  private static JavaProcess begin(Line line, String... flags) {
    List<String> command = new ArrayList<>(List.of("verify", "--wait", "300"));
    command.addAll(List.of(with(flags)));
    return line.command(command.toArray(String[]::new));
  }

  /** Those that the command names, each as its law, user and words; it must end with 1. */
  private static List<String> violations(Line line, String... flags) {
    try (JavaProcess verify = begin(line, flags)) {
      await().atMost(ENDED_WITHIN).until(() -> !verify.isAlive());
      assertThat(verify.exitCode()).as(verify.logText()).isEqualTo(VIOLATIONS);
      List<String> violations = new ArrayList<>();
      for (JsonNode each : verify.lastJson().get("violations")) {
        violations.add(
            each.get("law").asInt()
                + " "
                + each.get("user").asText()
                + " "
                + each.get("detail").asText());
      }
      return violations;
    }
  }
}
