package io.longtail.followers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The built service in a process of its own, for what only a process shows: its start and its end.
 */
final class ServiceProcess implements AutoCloseable {
  private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar");
  private static final Pattern LISTENING = Pattern.compile("Listening on: http://127.0.0.1:(\\d+)");
  private static final Duration STARTED_WITHIN = Duration.ofMinutes(2);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(90);

  /** Of an answer about readiness, whatever is away: 2 s for the store, and what HTTP takes. */
  static final Duration READINESS_MAX = Duration.ofSeconds(3);

  /** Of the first one of a JVM that was just started, which loads what it takes: see above. */
  static final Duration FIRST_READINESS_MAX = Duration.ofSeconds(15);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final Path output;
  private int port;

  private ServiceProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Returns at once. */
  static ServiceProcess launch(Map<String, String> settings) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It is young when it ends: the second compiler would only compete with it.
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Dquarkus.http.port=0", "-Dlongtail.after-wait-max=60s"));
    settings.forEach((setting, value) -> command.add("-D" + setting + "=" + value));
    command.addAll(List.of("-jar", JAR.toString()));
    Path output = Files.createTempFile("longtail-follower-service-", ".log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(output.toFile()))
            .start();
    return new ServiceProcess(process, output);
  }

  /** Returns when it answers requests; ready it need not be. */
  static ServiceProcess start(Map<String, String> settings) throws Exception {
    ServiceProcess service = launch(settings);
    long deadline = System.nanoTime() + STARTED_WITHIN.toNanos();
    while (true) {
      Matcher listening = LISTENING.matcher(service.output());
      if (listening.find()) {
        service.port = Integer.parseInt(listening.group(1));
        return service;
      }
      if (service.process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
        String output = service.output();
        service.close();
        throw new IllegalStateException("the service did not start:\n" + output);
      }
    }
  }

  /** What it has written to standard output and standard error. */
  String output() throws IOException {
    return Files.readString(output);
  }

  HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(ANSWER_MAX);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(path, e);
    }
  }

  boolean isReady() {
    return get("/q/health/ready").statusCode() == 200;
  }

  void assertNotReadyWithin(Duration max) {
    long begin = System.nanoTime();
    assertThat(isReady()).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("time of an answer").isLessThan(max);
  }

  boolean isLive() {
    return get("/q/health/live").statusCode() == 200;
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** The exit code. */
  int awaitExit(Duration atMost) throws Exception {
    if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("still there after " + atMost + ":\n" + output());
    }
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly().onExit().join();
    Files.deleteIfExists(output);
  }
}
