package io.longtail.users.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.longtail.service.testing.LocalStackResource;
import io.longtail.users.rest.Http.Answer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test has users of its own. */
@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class UsersResourceIT {

  @Inject MongoClient mongo;

  @Test
  void aPersonThatWasCreatedIsFoundByIdAndHandle() {
    Answer created =
        Http.post(
            "/users",
            """
            {"id":"p-1","handle":"Ada.L","type":"PERSON","firstName":"Ada","lastName":"Lovelace"}""");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.location()).endsWith("/users/p-1");
    Answer shown = Http.get("/users/p-1");
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.text()).isEqualTo(created.text());
    Map<String, Object> user = shown.json().getMap("$");
    assertThat(user)
        .containsOnlyKeys(
            "id",
            "type",
            "handle",
            "firstName",
            "lastName",
            "createdAt",
            "followerCount",
            "followingCount",
            "countsAsOf")
        .containsEntry("id", "p-1")
        .containsEntry("type", "PERSON")
        .containsEntry("handle", "Ada.L")
        .containsEntry("followerCount", 0)
        .containsEntry("followingCount", 0);
    assertThat(Instant.parse((String) user.get("createdAt"))).isBefore(Instant.now());
    assertThat(Http.get("/users?handle=aDA.l").json().getList("items")).containsExactly(user);
  }

  @Test
  void anOrganizationThatWasCreatedIsFound() {
    Answer created =
        Http.post(
            "/users",
            """
            {"id":"o-1","handle":"acme","type":"ORGANIZATION","name":"Acme","website":"https://acme.example"}""");

    assertThat(created.status()).isEqualTo(201);
    assertThat(Http.get("/users/o-1").text()).isEqualTo(created.text());
    assertThat(created.json().getString("website")).isEqualTo("https://acme.example");
    assertThat(created.json().getMap("$")).doesNotContainKeys("firstName", "lastName");
  }

  @Test
  void aUserWithoutAnIdIsGivenOne() {
    Answer created = Http.post("/users", person(null, "noid"));

    assertThat(created.status()).isEqualTo(201);
    String id = created.json().getString("id");
    assertThat(id).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(created.location()).endsWith("/users/" + id);
    assertThat(Http.get("/users/" + id).status()).isEqualTo(200);
  }

  @Test
  void namesOfAnyScriptComeBackAsTheyWere() {
    Http.post(
        "/users",
        """
        {"id":"s-1","handle":"script","type":"PERSON","firstName":"李 👩‍🚀","lastName":"O'Neill $where"}""");

    assertThat(Http.get("/users/s-1").json().getString("firstName")).isEqualTo("李 👩‍🚀");
    assertThat(Http.get("/users/s-1").json().getString("lastName")).isEqualTo("O'Neill $where");
  }

  // ---- what is refused

  @Test
  void everyFieldThatBreaksARuleIsNamed() {
    Answer answer =
        Http.post("/users", "{\"id\":\"-\",\"handle\":\"a b\",\"type\":\"PERSON\",\"name\":\"x\"}");

    assertProblem(answer, 400);
    assertThat(answer.json().getList("errors.field"))
        .containsExactly("id", "handle", "firstName", "lastName", "name");
    assertThat(answer.json().getList("errors.rule")).doesNotContainNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|handle",
        "{\"handle\":\"h1\"}|type",
        "{\"handle\":\"h1\",\"type\":\"ROBOT\"}|type",
        "{\"handle\":\"h1\",\"type\":\"person\"}|type",
        "{\"type\":\"PERSON\",\"firstName\":\"a\",\"lastName\":\"b\"}|handle",
        "{\"handle\":\"h1\",\"type\":\"ORGANIZATION\",\"name\":\"a\",\"website\":\"x\"}|website",
        "{\"handle\":\"h1\",\"type\":\"ORGANIZATION\",\"name\":\" \"}|name",
        "{\"handle\":null,\"type\":\"ORGANIZATION\",\"name\":\"a\"}|handle",
        // ids above 2^53 arrive exact as text; as numbers many clients have rounded them
        "{\"id\":9007199254740993,\"handle\":\"h1\",\"type\":\"ORGANIZATION\",\"name\":\"a\"}|id",
        "{\"handle\":7,\"type\":\"ORGANIZATION\",\"name\":\"a\"}|handle",
        "{\"handle\":{\"$ne\":null},\"type\":\"ORGANIZATION\",\"name\":\"a\"}|handle",
        "{\"handle\":[\"h1\"],\"type\":\"ORGANIZATION\",\"name\":\"a\"}|handle",
        "[]|body",
        "\"text\"|body",
        "null|body",
        "{|body",
      })
  void theFieldToBlameIsNamed(String body, String field) {
    Answer answer = Http.post("/users", body);

    assertProblem(answer, 400);
    assertThat(answer.json().getList("errors.field")).contains(field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "followerCount",
        "revision",
        "schemaVersion",
        "statsRevision",
        "_id",
        "bar",
        "$set"
      })
  void aFieldThatARequestDoesNotHaveIsRefusedAndNothingIsStored(String field) {
    String body =
        person("extra", "extra").replaceFirst("\\{", "{\"" + field.replace("$", "\\$") + "\":5,");

    Answer answer = Http.post("/users", body);

    assertProblem(answer, 400);
    assertThat(answer.json().getList("errors.field")).containsExactly(field);
    assertThat(collection("users").find(new Document("_id", "extra")).first()).isNull();
    assertThat(collection("handles").find(new Document("_id", "extra")).first()).isNull();
  }

  @Test
  void aFieldNamedTwiceIsRefused() {
    assertProblem(
        Http.post("/users", person("twice", "twice").replaceFirst("\\{", "{\"id\":\"other\",")),
        400);
  }

  @Test
  void anEmptyBodyAnotherTypeAndAnotherMethodAreProblems() {
    assertProblem(Http.post("/users", ""), 400);
    assertProblem(Http.post("/users", "x", "text/plain"), 415);
    assertProblem(Http.delete("/users"), 405);
    assertProblem(Http.get("/nothing"), 404);
  }

  @Test
  void aBodyBeyondReasonIsRefused() {
    assertThat(Http.statusOfAnnounced("/users", 70_000)).isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "ada\u200b", "\uff41da", "\u0430da", "caf\u00e9", "cafe\u0301", "a@b"})
  void aHandleThatCannotBeIsRefusedEverywhere(String handle) {
    assertProblem(Http.post("/users", person("lookalike", handle)), 400);
    assertProblem(
        Http.get("/users?handle=" + URLEncoder.encode(handle, StandardCharsets.UTF_8)), 400);
  }

  @Test
  void aSearchWithoutAHandleIsRefused() {
    Answer answer = Http.get("/users");

    assertProblem(answer, 400);
    assertThat(answer.json().getList("errors.field")).containsExactly("handle");
  }

  @Test
  void aHandleThatNobodyHasGivesAnEmptyList() {
    assertThat(Http.get("/users?handle=nobody.at.all").text()).isEqualTo("{\"items\":[]}");
  }

  @Test
  void anUnknownUserIsNotFound() {
    assertProblem(Http.get("/users/nobody"), 404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a%2Fb",
        "%2F",
        "..",
        "%2e%2e",
        "..%2f..%2fetc",
        "%20",
        "a%20b",
        "%F0%9F%98%80",
        "%00",
        "%7B%22$ne%22:null%7D",
        "$where",
        "%24where",
        "a;b=c",
        "-",
        ":",
        "%ff",
        "%c0%ae",
      })
  void anIdThatCannotBeIsA400Or404(String id) {
    assertThat(Http.get("/users/" + id).status()).isIn(400, 404);
  }

  @Test
  void anIdOfAThousandCharactersIsA400() {
    assertProblem(Http.get("/users/" + "a".repeat(1_000)), 400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/users/{\"$ne\":null}", "/users/%", "/users/%zz", "/users/é", "/users/a\\b"})
  void aPathThatIsNoUrlIsNeverOurFault(String path) {
    assertThat(Http.rawStatus("GET", path)).isIn(400, 404);
  }

  // ---- ids

  @Test
  void idsAboveTwoToTheFiftyThirdStayExact() {
    Http.post("/users", person("9007199254740993", "big.id"));
    Http.post("/users", person("9007199254740992", "big.id.2"));

    assertThat(Http.get("/users/9007199254740993").text())
        .startsWith("{\"id\":\"9007199254740993\",");
    assertThat(Http.get("/users?handle=big.id").json().getString("items[0].id"))
        .isEqualTo("9007199254740993");
  }

  // ---- conflicts and races

  @Test
  void aTakenHandleAndATakenIdSayWhichItIs() {
    Http.post("/users", person("c-1", "conflict"));

    Answer handle = Http.post("/users", person("c-2", "CONFLICT"));
    Answer id = Http.post("/users", person("c-1", "conflict.2"));

    assertProblem(handle, 409);
    assertThat(handle.json().getList("errors.field")).containsExactly("handle");
    assertProblem(id, 409);
    assertThat(id.json().getList("errors.field")).containsExactly("id");
  }

  @Test
  void repeatingACreationIsSafe() {
    Answer first = Http.post("/users", person("r-1", "repeated"));
    Answer second = Http.post("/users", person("r-1", "repeated"));

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text()).isEqualTo(first.text());
  }

  @Test
  void ofFiftyWhoClaimAHandleAtOnceOneWins() throws Exception {
    AtomicInteger number = new AtomicInteger();

    List<Answer> answers =
        Http.inParallel(
            50, 50, () -> Http.post("/users", person("w-" + number.incrementAndGet(), "wanted")));

    assertThat(answers).filteredOn(x -> x.status() == 201).hasSize(1);
    assertThat(answers).filteredOn(x -> x.status() == 409).hasSize(49);
    assertThat(Http.get("/users?handle=wanted").json().getList("items")).hasSize(1);
  }

  @Test
  void oneRequestFiftyTimesAtOnceMakesOneUser() throws Exception {
    List<Answer> answers =
        Http.inParallel(50, 50, () -> Http.post("/users", person("same", "same")));

    assertThat(answers).extracting(Answer::status).containsOnly(201);
    assertThat(answers).extracting(Answer::text).containsOnly(answers.get(0).text());
  }

  private MongoCollection<Document> collection(String name) {
    return mongo.getDatabase("users").getCollection(name);
  }

  private static void assertProblem(Answer answer, int status) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.contentType()).startsWith("application/problem+json");
    assertThat(answer.json().getInt("status")).isEqualTo(status);
    assertThat(answer.json().getString("title")).isNotBlank();
    assertThat(answer.text()).doesNotContain("Exception", "io.longtail", "\tat ");
  }

  private static String person(String id, String handle) {
    return "{%s\"handle\":\"%s\",\"type\":\"PERSON\",\"firstName\":\"Ada\",\"lastName\":\"L\"}"
        .formatted(id == null ? "" : "\"id\":\"" + id + "\",", handle);
  }
}
