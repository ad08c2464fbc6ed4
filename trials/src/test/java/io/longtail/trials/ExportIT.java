package io.longtail.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.local.cli.Longtail;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is exported is what is there, and imported elsewhere it is there again. */
@ExtendWith(SharedServers.class)
class ExportIT {
  private static final int USERS = 300;
  private static final int BEHIND_MAX = 10_000;
  private static final long ENDED_WITHIN_MINUTES = 20;

  /** Far less than all edges: the command streams. */
  private static final int HEAP_MEBIBYTES = 48;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "longtail.list.threshold", "50",
          "longtail.list.page-size", "25",
          "longtail.list.kept-in-head", "10");
  private static final String[] VERIFY = {"--threshold", "50", "--page-size", "25"};

  private final int events = Lengths.count("export.events");

  @TempDir Path directory;

  @Test
  void importedIntoAnEmptySystemItGivesTheSameMembersCountsAndOrder(Servers servers)
      throws IOException {
    try (Line line = new Line(servers, "export-");
        Line copy = new Line(servers, "export-copy-")) {
      line.startFollowerService(SETTINGS);
      line.startStatsService();
      SkewedTraffic traffic = new SkewedTraffic(Lengths.seed(), "e", USERS);
      line.log().append(withTimes(traffic.next(events)));
      line.log().flush();
      line.verify(VERIFY);
      assertThat(line.outliers("followers")).as("lists with pages").isPositive();

      Path exported = export(line, "exported");
      copy.startFollowerService(SETTINGS);
      copy.startStatsService();
      try (JavaProcess imports = copy.command("import", exported.toString())) {
        await().atMost(Duration.ofMinutes(ENDED_WITHIN_MINUTES)).until(() -> !imports.isAlive());
        assertThat(imports.exitCode()).as(imports.logText()).isZero();
      }
      copy.verify(VERIFY);

      Map<String, List<String>> original = lists(exported);
      GraphModel model = GraphModel.of(line.log().events());
      assertThat(original.values().stream().mapToInt(List::size).sum())
          .isEqualTo((int) model.edges());
      original.forEach(
          (followee, rows) ->
              assertThat(rows.stream().map(row -> row.split("\t")[0]).toList())
                  .as("followers of %s", followee)
                  .isEqualTo(model.followers(followee)));
      // With their times to the millisecond.
      assertThat(lists(export(copy, "exported-again"))).isEqualTo(original);
    }
  }

  @Test
  void underTrafficEdgesThatStayAreThereOnceAndNoneThatNeverWas(Servers servers)
      throws IOException {
    try (Line line = new Line(servers, "export-busy-")) {
      line.startFollowerService(SETTINGS);
      line.startStatsService();
      SkewedTraffic stable = new SkewedTraffic(Lengths.seed(), "s", 60);
      List<FollowEvent> before = stable.next(4_000);
      line.log().append(before);
      line.log().flush();
      line.verify(VERIFY);
      Set<String> stays = new HashSet<>();
      GraphModel model = new GraphModel();
      before.forEach(model::apply);
      model
          .users()
          .forEach(
              followee ->
                  model.followers(followee).forEach(each -> stays.add(each + "\t" + followee)));

      // Others come to the same lists and go again, so that these spill, compact and unspill.
      Set<String> everThere = new HashSet<>(stays);
      List<FollowEvent> comings = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        for (int j = 0; j < 40; j++) {
          comings.add(follow("guest" + j, "s" + i));
          everThere.add("guest" + j + "\ts" + i);
        }
      }
      List<FollowEvent> goings = new ArrayList<>();
      comings.forEach(
          each -> goings.add(new FollowEvent.Unfollow(each.edge(), Optional.empty(), Cause.USER)));
      Path exported;
      try (Background guests =
          new Background(
              "guests",
              50,
              () -> {
                // Not faster than they are applied: what counts is what happens to the lists.
                if (line.log().acknowledged() - line.appliedEvents() < BEHIND_MAX) {
                  line.log().append(comings);
                  line.log().append(goings);
                  line.log().flush();
                }
              })) {
        for (int i = 0; i < Lengths.count("export.exports"); i++) {
          exported = export(line, "busy-" + i);
          List<String> edges =
              Files.readAllLines(exported).stream()
                  .map(row -> row.substring(0, row.lastIndexOf('\t')))
                  .toList();
          assertThat(edges).doesNotHaveDuplicates().containsAll(stays);
          assertThat(everThere).containsAll(edges);
        }
        guests.finish();
      }
      line.verify(VERIFY);
    }
  }

  @Test
  void outputThatIsClosedEndsTheCommandWithAWordAndNoTrace(Servers servers) throws Exception {
    try (Line line = new Line(servers, "export-closed-")) {
      line.startFollowerService(SETTINGS);
      line.startStatsService();
      SkewedTraffic traffic = new SkewedTraffic(Lengths.seed(), "c".repeat(50), USERS);
      line.log().append(traffic.next(events));
      line.log().flush();
      line.verify(VERIFY);
      Path problems = directory.resolve("problems");
      Process export = new ProcessBuilder(command(line)).redirectError(problems.toFile()).start();

      try (BufferedReader rows =
          new BufferedReader(new InputStreamReader(export.getInputStream(), UTF_8))) {
        assertThat(rows.readLine()).contains("\t");
      }

      assertThat(export.waitFor(ENDED_WITHIN_MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(export.exitValue()).isEqualTo(1);
      assertThat(Files.readAllLines(problems))
          .filteredOn(each -> !each.endsWith(" edges written"))
          .containsExactly("longtail: standard output takes no more: not everything is written");
    }
  }

  private static FollowEvent follow(String follower, String followee) {
    return new FollowEvent.Follow(
        new Edge(new FollowerId(follower), new FolloweeId(followee)), Optional.empty(), Cause.USER);
  }

  /** Some with a time of long ago, many in one millisecond; some without. */
  private static List<FollowEvent> withTimes(List<FollowEvent> events) {
    List<FollowEvent> timed = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      FollowEvent event = events.get(i);
      timed.add(
          event instanceof FollowEvent.Follow follow && i % 3 > 0
              ? new FollowEvent.Follow(
                  follow.edge(),
                  Optional.of(Instant.ofEpochMilli(86_400_000L * 365 + i / 100)),
                  Cause.IMPORT)
              : event);
    }
    return timed;
  }

  private static List<String> command(Line line) {
    List<String> args = new ArrayList<>(List.of("export"));
    args.addAll(line.flags());
    return Commands.local(HEAP_MEBIBYTES, Longtail.class, args.toArray(String[]::new));
  }

  private Path export(Line line, String name) throws IOException {
    Path file = directory.resolve(name);
    Path notes = directory.resolve(name + ".notes");
    Process export =
        new ProcessBuilder(command(line))
            .redirectOutput(file.toFile())
            .redirectError(notes.toFile())
            .start();
    try {
      assertThat(export.waitFor(ENDED_WITHIN_MINUTES, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      export.destroyForcibly();
    }
    assertThat(export.exitValue()).as(Files.readString(notes)).isZero();
    return file;
  }

  /** The rows by followee, in their order; each followee stands in one piece. */
  private static Map<String, List<String>> lists(Path file) throws IOException {
    Map<String, List<String>> lists =
        Files.readAllLines(file).stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.split("\t")[1], LinkedHashMap::new, Collectors.toList()));
    List<String> together = lists.values().stream().flatMap(List::stream).toList();
    assertThat(Files.readAllLines(file)).as("lists in one piece each").isEqualTo(together);
    return new TreeMap<>(lists);
  }
}
