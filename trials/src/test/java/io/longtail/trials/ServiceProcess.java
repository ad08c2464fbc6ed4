package io.longtail.trials;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One instance of a service. */
final class ServiceProcess extends JavaProcess {
  static final ObjectMapper JSON = new ObjectMapper();

  private static final Duration READY_WITHIN = Duration.ofMinutes(10);

  /** Far above any limit of the services: an answer that takes longer is none. */
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);

  private static final Duration ANSWERED_AT_LAST_WITHIN = Duration.ofMinutes(5);

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(20))
          .build();

  /** An answer; {@code body} is null unless it is JSON. */
  record Answer(int status, JsonNode body) {}

  private final int port;

  ServiceProcess(String name, Path log, List<String> command, int port) {
    super(name, log, command);
    this.port = port;
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  Answer get(String path) throws IOException {
    return send(HttpRequest.newBuilder(uri(path)).GET().build());
  }

  /** Asks again as long as the answer is that there is none now, as on a busy machine. */
  Answer getPatiently(String path) throws IOException {
    long deadline = System.nanoTime() + ANSWERED_AT_LAST_WITHIN.toNanos();
    while (true) {
      Answer answer = get(path);
      if (answer.status() != 503 || System.nanoTime() > deadline) {
        return answer;
      }
    }
  }

  Answer post(String path, String body) throws IOException {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  private static Answer send(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> response =
          CLIENT.send(
              HttpRequest.newBuilder(request, (name, value) -> true).timeout(ANSWER_WITHIN).build(),
              HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), json(response.body()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static JsonNode json(String body) throws IOException {
    return body.startsWith("{") ? JSON.readTree(body) : null;
  }

  /** Empty-handed is not ready: a connection that is refused answers false. */
  boolean isReady() {
    try {
      return get("/q/health/ready").status() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  ServiceProcess awaitReady() {
    await().atMost(READY_WITHIN).until(() -> !isAlive() || isReady());
    if (!isAlive()) {
      throw new IllegalStateException(name() + " ended with " + exitCode() + "\n" + logText());
    }
    return this;
  }
}
