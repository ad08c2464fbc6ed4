package io.longtail.events;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerCountCorrected;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.events.UserEvent.UserCreated;
import io.longtail.events.UserEvent.UserDeleted;
import io.longtail.events.UserEvent.UserUpdated;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventCodecTest {
  private static final Instant TIME = Instant.parse("2026-03-04T05:06:07.089Z");
  private static final Edge EDGE = new Edge(new FollowerId("u-11"), new FolloweeId("u-7"));

  @Test
  void followEventsAreReadAsTheyWereWritten() {
    for (FollowEvent event :
        List.of(
            new Follow(EDGE, Optional.empty(), Cause.USER),
            new Follow(EDGE, Optional.of(TIME), Cause.IMPORT),
            new Unfollow(EDGE, Optional.of(TIME), Cause.DELETION),
            new Unfollow(EDGE, Optional.empty(), Cause.REPAIR))) {
      assertThat(decode("u-7", EventCodec.encode(event))).isEqualTo(event);
    }
  }

  @Test
  void aFollowEventHasTheDocumentedJson() {
    FollowEvent event = new Follow(EDGE, Optional.of(TIME), Cause.IMPORT);

    assertThat(new String(EventCodec.encode(event), UTF_8))
        .isEqualTo(
            "{\"type\":\"FOLLOW\",\"followerId\":\"u-11\",\"followeeId\":\"u-7\","
                + "\"occurredAt\":\"2026-03-04T05:06:07.089Z\",\"cause\":\"IMPORT\"}");
  }

  @Test
  void ourOwnEventsAreReadAsTheyWereWritten() {
    FolloweeId followee = new FolloweeId("u-7");
    FollowerId follower = new FollowerId("9007199254740993");
    for (FollowerChange change :
        List.of(
            new FollowerAdded(followee, follower, 1, 1, TIME, Cause.USER),
            new FollowerRemoved(followee, follower, 2, 0, TIME, Cause.IMPORT),
            new FollowerCountCorrected(followee, 3, 9, TIME, Cause.REPAIR))) {
      assertThat(EventCodec.decodeFollowerChange(EventCodec.encode(change))).contains(change);
    }
    FollowingCount count = new FollowingCount(follower, 12, 40);
    assertThat(EventCodec.decodeFollowingCount(EventCodec.encode(count))).isEqualTo(count);
    UserStats stats = new UserStats("u-7", 4_200_000_000L, 3, 77, TIME);
    assertThat(EventCodec.decodeUserStats(EventCodec.encode(stats))).isEqualTo(stats);
    UserCard card =
        new UserCard("u-7", UserCard.Kind.ORGANIZATION, "acme", "Acme", Optional.of("https://a.b"));
    for (UserEvent event :
        List.of(new UserCreated(card, 1), new UserUpdated(card, 2), new UserDeleted("u-7", 3))) {
      assertThat(EventCodec.decodeUserEvent(EventCodec.encode(event))).contains(event);
    }
  }

  @Test
  void typesThatAreNotKnownYetAreIgnoredInOurOwnOutput() {
    assertThat(EventCodec.decodeFollowerChange(utf8("{\"type\":\"SOMETHING\"}"))).isEmpty();
    assertThat(
            EventCodec.decodeFollowerChange(
                utf8("{\"type\":\"FOLLOWER_MUTED\",\"followeeId\":\"u-7\",\"until\":1}")))
        .isEmpty();
    assertThat(EventCodec.decodeUserEvent(utf8("{\"type\":\"USER_MERGED\"}"))).isEmpty();
  }

  @Test
  void unknownFieldsOfAnyKindAreIgnored() {
    FollowEvent event =
        decode(
            "u-7",
            utf8(
                "{\"x\":{\"type\":\"UNFOLLOW\"},\"type\":\"FOLLOW\",\"y\":[1,[2]],\"z\":1.5,"
                    + "\"followerId\":\"u-11\",\"followeeId\":\"u-7\",\"n\":null,\"b\":true,"
                    + "\"big\":123456789012345678901234567890}"));

    assertThat(event).isEqualTo(new Follow(EDGE, Optional.empty(), Cause.USER));
  }

  @Test
  void aTimeMayHaveAnyOffset() {
    FollowEvent event = decode("u-7", follow(",\"occurredAt\":\"2026-03-04T07:06:07.089+02:00\""));

    assertThat(event.occurredAt()).contains(TIME);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | type must be a string",
        "{\"type\":1} | type must be a string",
        "{\"type\":\"LIKE\"} | type must be FOLLOW, UNFOLLOW or REPAIR",
        "{\"type\":\"follow\"} | type must be FOLLOW, UNFOLLOW or REPAIR",
        "{\"type\":\"FOLLOW\"} | followerId must be a string",
        "{\"type\":\"REPAIR\"} | userId must be a string",
        "{\"type\":\"REPAIR\",\"userId\":\"a b\"} | userId must be 1 to 64",
        "{\"type\":\"REPAIR\",\"userId\":\"b\"} | key must be the userId",
        "{\"type\":\"FOLLOW\",\"followerId\":7} | followerId must be a string",
        "{\"type\":\"FOLLOW\",\"followerId\":\"a b\"} | followerId must be 1 to 64",
        "{\"type\":\"FOLLOW\",\"followerId\":\"a\"} | followeeId must be a string",
        "{\"type\":\"FOLLOW\",\"followerId\":\"a\",\"followeeId\":\"\"} | followeeId must be 1 to 64",
        "{\"type\":\"FOLLOW\",\"followerId\":\"a\",\"followeeId\":\"b\"} | key must be the followeeId",
        "{\"type\":\"FOLLOW\",\"followerId\":\"u-7\",\"followeeId\":\"u-7\"} | followerId must differ",
        "[] | value must be one JSON object",
        "7 | value must be one JSON object",
        "{} {} | value must be one JSON object and nothing after it",
        "{\"type\":\"FOLLOW\",\"type\":\"UNFOLLOW\"} | value must be one JSON object",
        "{\"type\": | value must be one JSON object"
      })
  void whatIsNoFollowEventIsRefusedByFieldAndRule(String value, String message) {
    assertRefused(utf8(value), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"occurredAt\":\"2020-01-01T00:00Z\" | occurredAt must be an RFC 3339 time",
        "\"occurredAt\":\"yesterday\" | occurredAt must be an RFC 3339 time",
        "\"occurredAt\":\"+999999999-12-31T23:59:59Z\" | occurredAt must be an RFC 3339 time",
        "\"occurredAt\":\"-0001-12-31T23:59:59Z\" | occurredAt must be an RFC 3339 time",
        "\"occurredAt\":1700000000 | occurredAt must be a string",
        "\"cause\":\"BOREDOM\" | cause must be USER, IMPORT, DELETION or REPAIR"
      })
  void aMalformedOptionalFieldIsRefusedToo(String field, String message) {
    assertRefused(follow("," + field), message);
  }

  @Test
  void whatIsNotUtf8IsRefused() {
    String json = "{\"type\":\"FOLLOW\",\"followerId\":\"u-11\",\"followeeId\":\"u-7\"}";

    assertRefused(new byte[] {'{', (byte) 0xc3, '}'}, "value must be UTF-8");
    assertRefused(json.getBytes(UTF_16), "value must be");
    assertRefused(new byte[1_000_000], "value must be one JSON object");
  }

  @Test
  void aRepairIsReadBackAsItWasWritten() {
    Repair repair = new Repair("u-7");

    assertThat(EventCodec.encode(repair))
        .isEqualTo(utf8("{\"type\":\"REPAIR\",\"userId\":\"u-7\"}"));
    assertThat(EventCodec.decodeLogEntry(utf8(repair.key()), EventCodec.encode(repair)))
        .isEqualTo(repair);
  }

  @Test
  void aMissingKeyOrValueIsRefused() {
    assertThatExceptionOfType(InvalidEventException.class)
        .isThrownBy(() -> EventCodec.decodeLogEntry(null, follow("")))
        .withMessage("key must be present");
    assertThatExceptionOfType(InvalidEventException.class)
        .isThrownBy(() -> EventCodec.decodeLogEntry(utf8("u-7"), null))
        .withMessage("value must be present");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "_", "0", "A-b.c:d_e", "9223372036854775808"})
  void idsWithinTheRuleHold(String id) {
    assertThat(UserIdRule.holds(id)).isTrue();
    assertThat(id.matches(UserIdRule.PATTERN)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", ".a", ":a", "a b", "a/b", "é", "a\u0000", "ａ", "{\"$ne\":1}"})
  void idsOutsideTheRuleDoNot(String id) {
    assertThat(UserIdRule.holds(id)).isFalse();
    assertThat(id.matches(UserIdRule.PATTERN)).isFalse();
  }

  @Test
  void anIdHasAtMost64Characters() {
    assertThat(UserIdRule.holds("a".repeat(64))).isTrue();
    assertThat(UserIdRule.holds("a".repeat(65))).isFalse();
    assertThat(UserIdRule.holds(null)).isFalse();
  }

  private static byte[] follow(String more) {
    return utf8("{\"type\":\"FOLLOW\",\"followerId\":\"u-11\",\"followeeId\":\"u-7\"" + more + "}");
  }

  private static void assertRefused(byte[] value, String message) {
    assertThatExceptionOfType(InvalidEventException.class)
        .isThrownBy(() -> decode("u-7", value))
        .withMessageContaining(message);
  }

  private static FollowEvent decode(String key, byte[] value) {
    return (FollowEvent) EventCodec.decodeLogEntry(utf8(key), value);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
