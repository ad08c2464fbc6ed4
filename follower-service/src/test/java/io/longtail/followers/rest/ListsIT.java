package io.longtail.followers.rest;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.FollowLog;
import io.longtail.service.testing.LocalStackResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class ListsIT {
  @Inject FollowLog log;

  @Test
  void aFollowShowsInBothListsOnceItsPositionIsReached() {
    String after = log.append(follow("l-1", "l-2"));

    assertThat(ids(get("/users/l-2/followers", after))).containsExactly("l-1");
    assertThat(ids(get("/users/l-1/following", after))).containsExactly("l-2");
  }

  @Test
  void aUserNobodyHeardOfHasEmptyLists() {
    JsonPath part = get("/users/nobody/followers", null);

    assertThat(ids(part)).isEmpty();
    assertThat(part.getLong("count")).isZero();
    assertThat(part.getString("nextCursor")).isNull();
  }

  @Test
  void unfollowingNobodyThreeTimesStoresZero() {
    String after =
        log.append(
            unfollow("z-1", "z-2"),
            unfollow("z-1", "z-2"),
            unfollow("z-1", "z-2"),
            follow("z-3", "z-2"));

    assertThat(get("/users/z-2/followers", after).getLong("count")).isEqualTo(1);
    assertThat(get("/users/z-1/following", after).getLong("count")).isZero();
  }

  @Test
  void whoFollowsAgainIsFirstAgain() {
    String after =
        log.append(
            follow("r-1", "r"), follow("r-2", "r"), unfollow("r-1", "r"), follow("r-1", "r"));

    assertThat(ids(get("/users/r/followers", after))).containsExactly("r-1", "r-2");
    assertThat(get("/users/r/followers", after).getLong("sequence")).isEqualTo(4);
  }

  @Test
  void idsAboveTwoToThe53StayExact() {
    String after = log.append(follow("9007199254740993", "9223372036854775807"));

    assertThat(ids(get("/users/9223372036854775807/followers", after)))
        .containsExactly("9007199254740993");
    assertThat(ids(get("/users/9007199254740993/following", after)))
        .containsExactly("9223372036854775807");
  }

  @ParameterizedTest
  @CsvSource({"0,50", "35,7", "1001,1000", "3707,1000"})
  void aWalkTakesAsManyCallsAsThereAreParts(int size, int limit) {
    String user = "walk-" + size + "-" + limit;
    List<String> expected = IntStream.range(0, size).mapToObj(i -> "f" + i).toList();
    String after =
        size == 0
            ? log.append(follow("x", "y"))
            : log.append(expected.stream().map(f -> follow(f, user)).toList());

    for (String order : List.of("oldest", "newest")) {
      List<List<String>> parts = walk("/users/" + user + "/followers", order, limit, after);

      List<String> walked = parts.stream().flatMap(List::stream).toList();
      List<String> wanted = new ArrayList<>(expected);
      if (order.equals("newest")) {
        Collections.reverse(wanted);
      }
      assertThat(walked).isEqualTo(wanted);
      assertThat(parts).hasSize(Math.max(1, (size + limit - 1) / limit));
      assertThat(parts.subList(0, parts.size() - 1)).allMatch(part -> part.size() == limit);
    }
  }

  private List<List<String>> walk(String path, String order, int limit, String after) {
    List<List<String>> parts = new ArrayList<>();
    String cursor = null;
    do {
      String query = "?order=" + order + "&limit=" + limit;
      JsonPath part = get(path + query + (cursor == null ? "" : "&cursor=" + cursor), after);
      parts.add(ids(part));
      cursor = part.getString("nextCursor");
    } while (cursor != null);
    return parts;
  }

  @Test
  void theLinkHeaderLeadsToTheNextPart() {
    String after = log.append(follow("k-1", "k"), follow("k-2", "k"), follow("k-3", "k"));

    String link =
        given()
            .header("Longtail-After", after)
            .get("/users/k/followers?limit=2&order=newest")
            .then()
            .statusCode(200)
            .extract()
            .header("Link");

    assertThat(link).endsWith("; rel=\"next\"");
    String next = link.substring(link.indexOf('<') + 1, link.indexOf('>'));
    assertThat(ids(given().urlEncodingEnabled(false).get(next).jsonPath())).containsExactly("k-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1001", "1000000000", "abc", "1e3", "99999999999999999999"})
  void aLimitOutOfRangeIsRefused(String limit) {
    assertRefused("/users/u/followers?limit=" + limit, "limit");
  }

  @Test
  void aCursorThatIsCutEditedOrOfAnotherListIsRefused() {
    String after = log.append(follow("c-1", "c"), follow("c-2", "c"));
    String cursor = get("/users/c/followers?limit=1&order=newest", after).getString("nextCursor");
    String edited = (cursor.charAt(0) == 'A' ? "B" : "A") + cursor.substring(1);

    assertThat(ids(get("/users/c/followers?cursor=" + cursor, null))).containsExactly("c-1");
    assertRefused("/users/c/followers?cursor=" + cursor.substring(1), "cursor");
    assertRefused("/users/c/followers?cursor=" + edited, "cursor");
    assertRefused("/users/c/followers?cursor=%20", "cursor");
    assertRefused("/users/d/followers?cursor=" + cursor, "cursor");
    assertRefused("/users/c/following?cursor=" + cursor, "cursor");
    assertRefused("/users/c/followers?order=oldest&cursor=" + cursor, "cursor");
  }

  @Test
  void anUnknownOrderIsRefused() {
    assertRefused("/users/c/followers?order=best", "order");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%2F",
        "..%2F..",
        "a%20b",
        "%F0%9F%92%A9",
        "%7B%22$ne%22:null%7D",
        "$where",
        "-a",
        "%00"
      })
  void aBadIdInAPathIsRefused(String id) {
    for (String path :
        List.of("/followers", "/following", "/following/u", "/relationships?ids=u")) {
      assertThat(status("/users/" + id + path)).as(path).isIn(400, 404);
    }
    assertThat(status("/users/u/following/" + id)).isIn(400, 404);
  }

  @Test
  void anIdOfAThousandCharactersIsRefused() {
    assertRefused("/users/" + "a".repeat(1_000) + "/followers", "id");
  }

  private static int status(String path) {
    return given().urlEncodingEnabled(false).get(path).statusCode();
  }

  private static void assertRefused(String path, String field) {
    given()
        .urlEncodingEnabled(false)
        .get(path)
        .then()
        .statusCode(400)
        .contentType("application/problem+json")
        .body("errors[0].field", org.hamcrest.Matchers.equalTo(field));
  }

  private static JsonPath get(String path, String after) {
    var request = given();
    if (after != null) {
      request.header("Longtail-After", after);
    }
    return request.get(path).then().statusCode(200).extract().jsonPath();
  }

  private static List<String> ids(JsonPath part) {
    return part.getList("items.id", String.class);
  }
}
