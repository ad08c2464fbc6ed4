package io.longtail.local.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longtail.local.stack.StackNotReachedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Reads JSON from the services. */
final class RestReader {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWER_WITHIN).build();

  /** Empty if the answer is anything but 200. */
  Optional<JsonNode> get(String url) {
    try {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(url)).timeout(ANSWER_WITHIN).build(),
              BodyHandlers.ofByteArray());
      return answer.statusCode() == 200
          ? Optional.of(JSON.readTree(answer.body()))
          : Optional.empty();
    } catch (IOException e) {
      throw new StackNotReachedException("no answer from " + url + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
