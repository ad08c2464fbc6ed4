package io.longtail.local.stack;

import io.longtail.local.net.Ports;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A question that a part answers with yes once it can be used. */
@FunctionalInterface
interface Readiness {
  Duration ANSWER_WITHIN = Duration.ofSeconds(2);

  boolean isReady();

  static Readiness accepts(int port) {
    return () -> {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(Ports.HOST, port), (int) ANSWER_WITHIN.toMillis());
        return true;
      } catch (IOException e) {
        return false;
      }
    };
  }

  static Readiness healthy(String url) {
    HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWER_WITHIN).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/q/health/ready")).timeout(ANSWER_WITHIN).build();
    return () -> {
      try {
        return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    };
  }
}
