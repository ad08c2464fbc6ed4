package io.longtail.followers.rest;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.longtail.followers.FollowLog;
import io.longtail.service.testing.LocalStackResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class RelationshipsIT {
  @Inject FollowLog log;

  @Test
  void aReadAfterItsOwnWriteSeesTheFollow() {
    String followed = log.append(follow("own", "star"));
    given()
        .header("Longtail-After", followed)
        .get("/users/own/following/star")
        .then()
        .statusCode(204);
    given()
        .header("Longtail-After", followed)
        .get("/users/star/relationships?ids=own,other")
        .then()
        .statusCode(200)
        .body("items[0].id", equalTo("own"))
        .body("items[0].followedBy", equalTo(true))
        .body("items[0].followedBySince", notNullValue())
        .body("items[0].following", equalTo(false))
        .body("items[0].followingSince", nullValue())
        .body("items[1].followedBy", equalTo(false));

    String unfollowed = log.append(unfollow("own", "star"));
    given()
        .header("Longtail-After", unfollowed)
        .get("/users/own/following/star")
        .then()
        .statusCode(404)
        .contentType("application/problem+json");
  }

  @Test
  void ofAHundredOthersEachIsAnsweredInTheOrderAsked() {
    List<String> others = IntStream.range(0, 100).mapToObj(i -> "o" + i).toList();
    String after =
        log.append(others.stream().filter(o -> o.endsWith("7")).map(o -> follow("h", o)).toList());

    JsonPath answer =
        given()
            .header("Longtail-After", after)
            .get("/users/h/relationships?ids=" + String.join(",", others))
            .jsonPath();

    assertThat(answer.getList("items.id", String.class)).isEqualTo(others);
    assertThat(answer.getList("items.findAll { it.following }.id", String.class))
        .isEqualTo(others.stream().filter(o -> o.endsWith("7")).toList());
  }

  @Test
  void moreThanAHundredNoneOrABadIdAreRefused() {
    String tooMany =
        IntStream.range(0, 101).mapToObj(i -> "o" + i).collect(Collectors.joining(","));
    for (String query : List.of("?ids=" + tooMany, "", "?ids=", "?ids=a,,b", "?ids=a,-b")) {
      given()
          .get("/users/h/relationships" + query)
          .then()
          .statusCode(400)
          .body("errors[0].field", equalTo("ids"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "1", "1:", ":1", "1:2;3:4", "-1:2", "1:99999999999999999999"})
  void aPositionThatIsNoneIsRefused(String header) {
    given()
        .header("Longtail-After", header)
        .get("/users/h/followers")
        .then()
        .statusCode(400)
        .body("errors[0].field", equalTo("Longtail-After"))
        .body("detail", containsString("<partition>:<offset>"));
  }
}
