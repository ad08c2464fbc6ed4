package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/** What a service must say of itself while a server is away: unready and why, but alive. */
final class ServerAway {
  private static final Duration TOLD_WITHIN = Duration.ofMinutes(5);

  private static final int REASON_SHOWN_MAX = 250;

  private ServerAway() {}

  /** Fails the trial unless every one of them says that it lives, all the time. */
  static Background livenessOf(List<ServiceProcess> services) {
    return new Background(
        "liveness",
        250,
        () -> {
          for (ServiceProcess each : services) {
            assertThat(each.isAlive()).as("%s runs", each.name()).isTrue();
            assertThat(status(each, "/q/health/live"))
                .as("liveness of %s", each.name())
                .isEqualTo(200);
          }
        });
  }

  /** Waits until the service says that it is not ready. Returns the check that says so. */
  static String awaitUnready(ServiceProcess service) {
    await()
        .atMost(TOLD_WITHIN)
        .pollInterval(Duration.ofMillis(250))
        .until(() -> status(service, "/q/health/ready") == 503);
    String reason = reason(service).toString();
    return reason.substring(0, Math.min(reason.length(), REASON_SHOWN_MAX)) + " …";
  }

  /** The check that is down, which must say why. */
  private static JsonNode reason(ServiceProcess service) {
    try {
      for (JsonNode check : service.get("/q/health/ready").body().get("checks")) {
        if (check.get("status").asText().equals("DOWN")) {
          assertThat(check.path("data").isEmpty())
              .as("%s gives a reason: %s", service.name(), check)
              .isFalse();
          return check;
        }
      }
      throw new AssertionError(service.name() + " was unready and is ready again");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int status(ServiceProcess service, String path) {
    try {
      return service.get(path).status();
    } catch (IOException e) {
      throw new UncheckedIOException(service.name() + path, e);
    }
  }
}
