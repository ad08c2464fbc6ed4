package io.longtail.users.rest;

import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Requests whose paths reach the service as they are written. */
final class Http {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  record Answer(int status, String contentType, String location, String text) {
    JsonPath json() {
      return JsonPath.from(text);
    }
  }

  private Http() {}

  static Answer get(String path) {
    return send("GET", path, null, null);
  }

  static Answer put(String path) {
    return send("PUT", path, null, null);
  }

  static Answer delete(String path) {
    return send("DELETE", path, null, null);
  }

  static Answer post(String path, String body) {
    return send("POST", path, body, "application/json");
  }

  static Answer post(String path, String body, String contentType) {
    return send("POST", path, body, contentType);
  }

  private static Answer send(String method, String path, String body, String contentType) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (contentType != null) {
      request.header("Content-Type", contentType);
    }
    try {
      HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.headers().firstValue("Location").orElse(""),
          response.body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The status of a request for a path that no proper client would send unescaped. */
  static int rawStatus(String method, String path) {
    return rawStatus(method, path, "");
  }

  /**
   * The status of a request whose body is only announced: the server answers to its length and may
   * close at once, which a client that is still sending cannot tell from a failure.
   */
  static int statusOfAnnounced(String path, int bodyBytes) {
    return rawStatus(
        "POST", path, "Content-Type: application/json\r\nContent-Length: " + bodyBytes + "\r\n");
  }

  private static int rawStatus(String method, String path, String headers) {
    try (Socket socket = new Socket("localhost", RestAssured.port)) {
      String request =
          method
              + " "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + headers
              + "\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(answer.split(" ")[1]);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes a request so many times, so many at once. */
  static List<Answer> inParallel(int times, int atOnce, Callable<Answer> request) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      List<Future<Answer>> futures = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        futures.add(threads.submit(request));
      }
      List<Answer> answers = new ArrayList<>();
      for (Future<Answer> future : futures) {
        answers.add(future.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }
}
