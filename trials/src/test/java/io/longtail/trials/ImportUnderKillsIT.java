package io.longtail.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.longtail.events.FollowEvent;
import io.longtail.local.graph.LongTailedGraph;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A graph is imported by the command while follower-service is killed again and again. {@code
 * -Dlongtail.graph=FILE} names the file of a real graph; without it one with a long tail is
 * generated.
 */
@ExtendWith(SharedServers.class)
class ImportUnderKillsIT {
  private static final Duration IMPORTED_WITHIN = Duration.ofMinutes(45);
  private static final int SOME_ROWS_REFUSED = 3;

  /** As in the stack of {@code ./longtail up}: started again, it takes its old place at once. */
  private static final Map<String, String> SETTINGS = Map.of("kafka.group.instance.id", "trial");

  @TempDir Path directory;

  @Test
  void theImportEndsAndVerifyFindsNothing(Servers servers) throws IOException {
    int killsMax = Lengths.count("import.kills");
    Duration killAfter = Lengths.time("import.kill.after");
    Report report = new Report("import under kills");
    Path graph = graph(report);
    try (Line line = new Line(servers, "import-")) {
      line.startStatsService();
      ServiceProcess followers = line.startFollowerService(SETTINGS);
      int kills = 0;
      try (JavaProcess imports = line.command("import", graph.toString(), "--timeout", "600")) {
        while (imports.isAlive()) {
          double ready = report.seconds();
          await()
              .atMost(IMPORTED_WITHIN)
              .pollInterval(Duration.ofMillis(50))
              .until(
                  () ->
                      !imports.isAlive()
                          || (line.appliedEvents() > 0
                              && report.seconds() - ready >= killAfter.toSeconds()));
          if (imports.isAlive() && kills < killsMax) {
            followers.kill();
            kills++;
            if (kills % 10 == 1) {
              report.line("kill %d, %,d events applied", kills, line.appliedEvents());
            }
            followers = line.startFollowerService(SETTINGS);
          }
        }
        report.line(
            "%d kills; import ended with %d: %s", kills, imports.exitCode(), imports.lastJson());
        assertThat(imports.exitCode()).as(imports.logText()).isIn(0, SOME_ROWS_REFUSED);
        assertThat(kills).as("kills during the import").isPositive();
      }
      report.line("verify: %s", line.verify("--against-log"));
      assertThat(line.deadLetters()).as("dead letters").isZero();
    }
  }

  private Path graph(Report report) throws IOException {
    String given = System.getProperty("longtail.graph", "");
    if (!given.isEmpty()) {
      // Relative to the project, wherever the build runs the tests.
      Path file = Path.of(System.getProperty("longtail.home", "")).resolve(given);
      report.line("imports %s", file);
      return file;
    }
    LongTailedGraph graph =
        new LongTailedGraph(
            Lengths.seed(), Lengths.count("import.users"), Lengths.count("import.most"));
    report.line("generated: %,d follows, %,d unfollows", graph.follows(), graph.unfollows());
    Path file = directory.resolve("graph.tsv");
    try (BufferedWriter rows = Files.newBufferedWriter(file, UTF_8)) {
      for (FollowEvent event : graph.events()) {
        rows.write(event instanceof FollowEvent.Unfollow ? "-" : "");
        rows.write(event.edge().follower().value() + "\t" + event.edge().followee().value() + "\n");
      }
    }
    return file;
  }
}
