package io.longtail.followers.rest;

import static io.longtail.followers.FollowLog.follow;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.longtail.events.FollowEvent;
import io.longtail.followers.FollowLog;
import io.longtail.service.testing.LocalStackResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class OutliersIT {
  @Inject FollowLog log;

  @Test
  void theListsPastTheThresholdAreListedInParts() {
    List<FollowEvent> events = new ArrayList<>();
    for (String star : List.of("star-1", "star-2", "star-3")) {
      for (int i = 0; i < 1_001; i++) {
        events.add(follow("fan-" + i, star));
      }
    }
    for (int i = 0; i < 1_000; i++) {
      events.add(follow("fan-" + i, "star-4"));
    }
    String after = log.append(events);

    List<String> listed = new ArrayList<>();
    String cursor = null;
    do {
      JsonPath part =
          given()
              .header("Longtail-After", after)
              .get("/outliers?side=followers&limit=2" + (cursor == null ? "" : "&cursor=" + cursor))
              .then()
              .statusCode(200)
              .extract()
              .jsonPath();
      assertThat(part.getList("items")).hasSizeLessThanOrEqualTo(2);
      listed.addAll(part.getList("items.id", String.class));
      cursor = part.getString("nextCursor");
    } while (cursor != null);

    // Other tests of this run may have made outliers too.
    assertThat(listed).doesNotHaveDuplicates().isSorted();
    assertThat(listed.stream().filter(id -> id.startsWith("star")))
        .containsExactly("star-1", "star-2", "star-3");
    given()
        .get("/outliers?limit=1000")
        .then()
        .body("items.find { it.id == 'star-1' }.count", equalTo(1_001))
        .body("items.find { it.id == 'star-1' }.pages", equalTo(1));
  }

  @Test
  void anUnknownSideABadLimitAndAForeignCursorAreRefused() {
    for (String[] bad :
        new String[][] {{"side=both", "side"}, {"limit=0", "limit"}, {"cursor=xyz", "cursor"}}) {
      given()
          .get("/outliers?" + bad[0])
          .then()
          .statusCode(400)
          .body("errors[0].field", equalTo(bad[1]));
    }
  }
}
