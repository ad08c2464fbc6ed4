package io.longtail.users.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.service.testing.LocalStackResource;
import io.longtail.users.rest.Http.Answer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What operators and tools read: description, health, metrics. */
@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class OperatingIT {
  private static final Path COMMITTED = Path.of("openapi.yaml");

  @Test
  void theServedDescriptionIsTheCommittedOne() throws IOException {
    String served = Http.get("/q/openapi").text();
    if (Boolean.getBoolean("openapi.write")) {
      Files.writeString(COMMITTED, served);
    }

    assertThat(served)
        .as(
            "user-service/openapi.yaml is not what is served. If the change is meant:"
                + " ./mvnw -pl user-service -am verify -Dit.test=OperatingIT -Dtest=None"
                + " -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dfailsafe.failIfNoSpecifiedTests=false -Dopenapi.write=true")
        .isEqualTo(Files.exists(COMMITTED) ? Files.readString(COMMITTED) : "");
  }

  @Test
  void aWorkingServiceIsAliveAndReady() {
    Answer live = Http.get("/q/health/live");
    Answer ready = Http.get("/q/health/ready");

    assertThat(live.status()).isEqualTo(200);
    assertThat(live.json().getList("checks.name")).containsExactly("user-stats reader runs");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.json().getList("checks.name"))
        .containsExactlyInAnyOrder("MongoDB answers", "user-stats reader gets on");
  }

  @Test
  void noMetricHasAUserInItsLabels() {
    Http.post(
        "/users",
        "{\"id\":\"needle-1\",\"handle\":\"needle\",\"type\":\"ORGANIZATION\",\"name\":\"x\"}");
    Http.get("/users/needle-1");
    Http.get("/users/needle-2");
    Http.get("/users?handle=needle");
    Http.put("/users/needle-1/following/needle-2");
    Http.delete("/users/needle-1/following/needle-2");
    Http.get("/needle-path");

    String metrics = Http.get("/q/metrics").text();

    assertThat(metrics)
        .contains("longtail_follow_requests_total{", "uri=\"/users/{id}\"")
        .doesNotContain("needle");
  }
}
