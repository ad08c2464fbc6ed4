package io.longtail.users.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.service.testing.LocalStackResource;
import io.longtail.users.rest.Http.Answer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test has users of its own. */
@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class FollowingResourceIT {

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @Test
  void aFollowIsInTheLogAtThePositionOfTheAnswer() {
    register("f-1", "f-2");

    Answer answer = Http.put("/users/f-1/following/f-2");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(eventAt(answer.json().getString("position")))
        .isEqualTo(new Follow(edge("f-1", "f-2"), Optional.empty(), Cause.USER));
  }

  @Test
  void anUnfollowIsInTheLogAtThePositionOfTheAnswerWhoeverTheyAre() {
    Answer answer = Http.delete("/users/stranger-1/following/stranger-2");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(eventAt(answer.json().getString("position")))
        .isEqualTo(new Unfollow(edge("stranger-1", "stranger-2"), Optional.empty(), Cause.USER));
  }

  @Test
  void followingOneselfIsRefused() {
    register("self");

    for (Answer answer :
        List.of(
            Http.put("/users/self/following/self"), Http.delete("/users/self/following/self"))) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.json().getList("errors.field")).containsExactly("followeeId");
    }
  }

  @Test
  void anUnknownFollowerOrFolloweeIsNamed() {
    register("known");

    Answer follower = Http.put("/users/unknown-1/following/known");
    Answer followee = Http.put("/users/known/following/unknown-2");

    assertThat(follower.status()).isEqualTo(404);
    assertThat(follower.json().getString("detail")).isEqualTo("there is no user unknown-1");
    assertThat(followee.status()).isEqualTo(404);
    assertThat(followee.json().getString("detail")).isEqualTo("there is no user unknown-2");
    assertThat(followee.contentType()).startsWith("application/problem+json");
  }

  @Test
  void aFollowRepeatedAThousandTimesIsTakenEachTime() throws Exception {
    register("m-1", "m-2");

    List<Answer> oneByOne = Http.inParallel(200, 1, () -> Http.put("/users/m-1/following/m-2"));
    List<Answer> together = Http.inParallel(1_000, 50, () -> Http.put("/users/m-1/following/m-2"));

    assertThat(oneByOne).extracting(Answer::status).containsOnly(202);
    assertThat(together).extracting(Answer::status).containsOnly(202);
    assertThat(together).extracting(Answer::text).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a%2Fb",
        "%2F",
        "..",
        "%2e%2e",
        "%20",
        "a%20b",
        "%F0%9F%98%80",
        "%00",
        "%7B%22$ne%22:null%7D",
        "$where",
        "-",
        "%c0%ae",
      })
  void anIdThatCannotBeIsA400Or404(String id) {
    register("polite");

    assertThat(Http.put("/users/polite/following/" + id).status()).isIn(400, 404, 405);
    assertThat(Http.put("/users/" + id + "/following/polite").status()).isIn(400, 404);
    assertThat(Http.delete("/users/polite/following/" + id).status()).isIn(400, 404, 405);
    assertThat(Http.delete("/users/" + id + "/following/polite").status()).isIn(400, 404);
  }

  @Test
  void anIdOfAThousandCharactersIsA400() {
    String id = "a".repeat(1_000);

    assertThat(Http.put("/users/" + id + "/following/x").status()).isEqualTo(400);
    assertThat(Http.put("/users/x/following/" + id).json().getList("errors.field"))
        .containsExactly("followeeId");
  }

  private FollowEvent eventAt(String position) {
    String[] parts = position.split(":");
    TopicPartition partition = new TopicPartition("follow-events", Integer.parseInt(parts[0]));
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, Long.parseLong(parts[1]));
      List<ConsumerRecord<byte[], byte[]>> records = List.of();
      while (records.isEmpty()) {
        records = consumer.poll(Duration.ofSeconds(1)).records(partition);
      }
      return (FollowEvent) EventCodec.decodeLogEntry(records.get(0).key(), records.get(0).value());
    }
  }

  private static void register(String... ids) {
    for (String id : ids) {
      Answer answer =
          Http.post(
              "/users",
              "{\"id\":\"%s\",\"handle\":\"%s\",\"type\":\"ORGANIZATION\",\"name\":\"x\"}"
                  .formatted(id, id.replace('-', '_')));
      assertThat(answer.status()).isEqualTo(201);
    }
  }

  private static Edge edge(String follower, String followee) {
    return new Edge(new FollowerId(follower), new FolloweeId(followee));
  }
}
