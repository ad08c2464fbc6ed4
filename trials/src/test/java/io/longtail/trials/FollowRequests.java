package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Edge;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Follow requests to user-service, each of another edge, and what became of each: its answer and
 * its events in the log.
 */
final class FollowRequests {
  private static final Duration ANSWER_WITHIN = Duration.ofMinutes(5);

  /**
   * @param failure instead of a status, if there was no answer
   */
  private record Asked(
      Edge edge,
      int status,
      String position,
      String failure,
      long tookMillis,
      long answeredAtMillis) {}

  private final ServiceProcess userService;
  private final List<String> users = new ArrayList<>();
  private final List<CompletableFuture<Asked>> asked = new ArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ANSWER_WITHIN)
          .build();

  FollowRequests(ServiceProcess userService) {
    this.userService = userService;
  }

  /** Registers users, enough for so many requests. */
  void register(int requests) throws IOException {
    for (int i = 0; (long) i * (i - 1) < requests; i++) {
      String id = "r" + i;
      String user =
          """
          {"id":"%s","handle":"handle%d","type":"PERSON","firstName":"A","lastName":"B"}\
          """
              .formatted(id, i);
      ServiceProcess.Answer answer = userService.post("/users", user);
      boolean repeated = false;
      for (; answer.status() == 503; repeated = true) {
        answer = userService.post("/users", user);
      }
      // What was not confirmed at first may have been done all the same.
      assertThat(answer.status())
          .as("registration: %s", answer.body())
          .isIn(repeated ? List.of(201, 409) : List.of(201));
      users.add(id);
    }
  }

  int count() {
    return asked.size();
  }

  /** Sends the next one; does not wait for its answer. */
  void send() {
    int number = asked.size();
    int follower = number / (users.size() - 1);
    int other = number % (users.size() - 1);
    String followee = users.get(other < follower ? other : other + 1);
    Edge edge = new Edge(new FollowerId(users.get(follower)), new FolloweeId(followee));
    HttpRequest request =
        HttpRequest.newBuilder(
                userService.uri("/users/" + users.get(follower) + "/following/" + followee))
            .timeout(ANSWER_WITHIN)
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    long begin = System.nanoTime();
    asked.add(
        client
            .sendAsync(request, HttpResponse.BodyHandlers.ofString())
            .handle((response, failure) -> asked(edge, begin, response, failure)));
  }

  private static Asked asked(
      Edge edge, long begin, HttpResponse<String> response, Throwable failure) {
    long took = (System.nanoTime() - begin) / 1_000_000;
    long now = System.currentTimeMillis();
    if (failure != null) {
      return new Asked(edge, 0, "", failure.toString(), took, now);
    }
    String position = "";
    if (response.statusCode() == 202) {
      try {
        position = ServiceProcess.JSON.readTree(response.body()).get("position").asText();
      } catch (IOException e) {
        return new Asked(edge, 202, "", e.toString(), took, now);
      }
    }
    return new Asked(edge, response.statusCode(), position, "", took, now);
  }

  void awaitAnswers() {
    asked.forEach(CompletableFuture::join);
  }

  /** Milliseconds in which a share of the requests was answered. */
  long tookAtMost(double share) {
    long[] took = asked.stream().mapToLong(each -> each.join().tookMillis()).sorted().toArray();
    return took[(int) Math.ceil(share * took.length) - 1];
  }

  /**
   * Compares answers and log.
   *
   * @param backAtMillis when the broker was started again; what was answered before then was
   *     answered while there was no broker
   * @param lateMax for how long after an answer of 503 what was under way may still be appended
   */
  String compare(List<EventLog.Entry> log, long backAtMillis, Duration lateMax) {
    Map<Edge, List<EventLog.Entry>> entries = new HashMap<>();
    log.forEach(
        entry -> entries.computeIfAbsent(entry.event().edge(), x -> new ArrayList<>()).add(entry));
    int accepted = 0;
    int refused = 0;
    int refusedButInLog = 0;
    long latest = 0;
    for (CompletableFuture<Asked> each : asked) {
      Asked request = each.join();
      List<EventLog.Entry> found = entries.getOrDefault(request.edge(), List.of());
      assertThat(request.failure()).as("%s was answered", request).isEmpty();
      assertThat(request.status()).as("%s", request).isIn(202, 503);
      if (request.status() == 202) {
        accepted++;
        assertThat(found).as("in the log for %s", request).hasSize(1);
        assertThat(found.get(0).partition() + ":" + found.get(0).offset())
            .as("position of %s", request)
            .isEqualTo(request.position());
      } else {
        refused++;
        refusedButInLog += found.isEmpty() ? 0 : 1;
        for (EventLog.Entry entry : found) {
          long late = entry.appendedAtMillis() - request.answeredAtMillis();
          latest = Math.max(latest, late);
          assertThat(late).as("appended after %s", request).isLessThan(lateMax.toMillis());
          assertThat(request.answeredAtMillis() < backAtMillis && late > 0)
              .as("%s was answered without a broker, and its event came later", request)
              .isFalse();
        }
      }
    }
    assertThat(accepted).as("requests that were accepted").isPositive();
    assertThat(refused).as("requests that were refused").isPositive();
    return "%,d requests: %,d times 202, all in the log once, at their positions; %,d times 503, of"
            .formatted(asked.size(), accepted, refused)
        + " which %,d are in the log all the same, the latest %,d ms after the answer; answered in"
            .formatted(refusedButInLog, latest)
        + " %,d ms (median), %,d ms (99th percentile), %,d ms (longest)"
            .formatted(tookAtMost(0.5), tookAtMost(0.99), tookAtMost(1));
  }
}
