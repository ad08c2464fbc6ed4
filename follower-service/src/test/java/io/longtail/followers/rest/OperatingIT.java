package io.longtail.followers.rest;

import static io.longtail.followers.FollowLog.follow;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.FollowLog;
import io.longtail.service.testing.LocalStackResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class OperatingIT {
  private static final Path COMMITTED = Path.of("openapi.yaml");

  @Inject FollowLog log;

  @Test
  void theServedDescriptionIsTheCommittedOne() throws IOException {
    String served = given().get("/q/openapi").asString();
    if (Boolean.getBoolean("openapi.write")) {
      Files.writeString(COMMITTED, served);
    }

    assertThat(served)
        .as(
            "follower-service/openapi.yaml is not what is served. If the change is meant:"
                + " ./mvnw -pl follower-service -am verify -Dit.test=OperatingIT -Dtest=None"
                + " -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dfailsafe.failIfNoSpecifiedTests=false -Dopenapi.write=true")
        .isEqualTo(Files.exists(COMMITTED) ? Files.readString(COMMITTED) : "");
  }

  @Test
  void aWorkingServiceIsAliveAndReady() {
    String after = log.append(follow("op-1", "op-2"));
    given().header("Longtail-After", after).get("/users/op-2/followers").then().statusCode(200);

    given().get("/q/health/live").then().statusCode(200);
    assertThat(given().get("/q/health/live").jsonPath().getList("checks.name"))
        .containsExactly("readers");
    given().get("/q/health/ready").then().statusCode(200);
    assertThat(given().get("/q/health/ready").jsonPath().getList("checks.name"))
        .containsExactlyInAnyOrder("mongodb", "partitions");
  }

  @Test
  void noMetricHasAUserInItsLabels() {
    String after = log.append(follow("needle-1", "needle-2"));
    given().header("Longtail-After", after).get("/users/needle-2/followers");
    given().get("/users/needle-1/following/needle-2");
    given().get("/needle-path");

    assertThat(given().get("/q/metrics").asString())
        .contains("longtail_applier_batch_time_seconds")
        .doesNotContain("needle");
  }
}
