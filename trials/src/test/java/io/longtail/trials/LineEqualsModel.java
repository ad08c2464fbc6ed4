package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/**
 * Compares a line that has come to rest with the model of its log: both lists of everybody as
 * clients see them, the published changes, the counts; and asks {@code verify}.
 */
final class LineEqualsModel {
  private static final int IDS_PER_READ = 100;

  private final Line line;
  private final ServiceProcess followerService;
  private final int threshold;
  private final int pageSize;

  LineEqualsModel(Line line, ServiceProcess followerService, int threshold, int pageSize) {
    this.line = line;
    this.followerService = followerService;
    this.threshold = threshold;
    this.pageSize = pageSize;
  }

  /** Waits until all of the log is applied, then compares. Says what it has seen, in one line. */
  String check(ServiceProcess statsService) {
    List<EventLog.Entry> log = line.awaitApplied();
    GraphModel model = GraphModel.of(log);
    JsonNode verified = line.verify("--threshold", "" + threshold, "--page-size", "" + pageSize);
    assertThat(verified.get("edges").asLong()).isEqualTo(model.edges());
    compareStats(statsService, model);
    return compare(log, model);
  }

  /** The same without stats-service, and without what verify needs it for. */
  String checkLists() {
    List<EventLog.Entry> log = line.awaitApplied();
    return compare(log, GraphModel.of(log));
  }

  private String compare(List<EventLog.Entry> log, GraphModel model) {
    model.users().parallelStream().forEach(user -> compareLists(user, model));
    ChangeAudit changes = ChangeAudit.of(line.log());
    changes.assertEquals(model);
    assertThat(line.deadLetters()).as("dead letters").isZero();
    return "%,d events, %,d users, %,d edges, %,d changes (%,d records, %,d repeats)"
        .formatted(
            log.size(),
            model.users().size(),
            model.edges(),
            changes.changes(),
            changes.records(),
            changes.records() - changes.changes());
  }

  private void compareLists(String user, GraphModel model) {
    try {
      List<String> newestFirst = new ArrayList<>(model.followers(user));
      Collections.reverse(newestFirst);
      assertThat(Answers.walk(followerService, user, "followers"))
          .as("followers of %s", user)
          .isEqualTo(newestFirst);
      List<String> following = Answers.walk(followerService, user, "following");
      assertThat(new HashSet<>(following))
          .as("following of %s", user)
          .isEqualTo(model.following(user));
      assertThat(following).as("following of %s", user).doesNotHaveDuplicates();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compareStats(ServiceProcess statsService, GraphModel model) {
    List<String> users = List.copyOf(model.users());
    for (int from = 0; from < users.size(); from += IDS_PER_READ) {
      List<String> some = users.subList(from, Math.min(users.size(), from + IDS_PER_READ));
      try {
        ServiceProcess.Answer answer =
            statsService.getPatiently("/stats?ids=" + String.join(",", some));
        assertThat(answer.status()).isEqualTo(200);
        JsonNode items = answer.body().get("items");
        assertThat(items).as("%s", answer).hasSize(some.size());
        for (JsonNode item : items) {
          String user = item.get("id").asText();
          assertThat(item.get("followerCount").asLong())
              .as("followerCount of %s", user)
              .isEqualTo(model.followers(user).size());
          assertThat(item.get("followingCount").asLong())
              .as("followingCount of %s", user)
              .isEqualTo(model.following(user).size());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
