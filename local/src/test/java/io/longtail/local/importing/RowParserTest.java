package io.longtail.local.importing;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowParserTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1\t2",
        "1 2",
        "1,2",
        "1, 2",
        "1 ,2",
        "1  2",
        "1 \t 2",
        "  1 2",
        "1 2  ",
        "1\t2\r",
        "1,2,",
        "1 2 # said so",
        "1\t2\t",
        "1,2,,friend"
      })
  void anyOfTheSeparatorsPartsTwoIds(String line) {
    FollowEvent event = asked(line);

    assertThat(event).isInstanceOf(FollowEvent.Follow.class);
    assertThat(event.edge().follower().value()).isEqualTo("1");
    assertThat(event.edge().followee().value()).isEqualTo("2");
    assertThat(event.occurredAt()).isEmpty();
    assertThat(event.cause()).isEqualTo(Cause.IMPORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1\t2", "- 1 2", "-1,2", "  -1 2"})
  void aMinusBeforeTheFirstIdIsAnUnfollow(String line) {
    FollowEvent event = asked(line);

    assertThat(event).isInstanceOf(FollowEvent.Unfollow.class);
    assertThat(event.edge().follower().value()).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({
    "1700000000, 2023-11-14T22:13:20Z",
    "1700000000123, 2023-11-14T22:13:20.123Z",
    "2023-11-14T22:13:20Z, 2023-11-14T22:13:20Z",
    "2023-11-14T23:13:20.5+01:00, 2023-11-14T22:13:20.5Z",
    "0, 1970-01-01T00:00:00Z",
    "99999999999, 5138-11-16T09:46:39Z",
    "100000000000, 1973-03-03T09:46:40Z"
  })
  void aTimeIsSecondsMillisecondsOrRfc3339(String time, Instant expected) {
    assertThat(asked("1 2 " + time).occurredAt()).isEqualTo(Optional.of(expected));
    assertThat(asked("1,2," + time + ",more").occurredAt()).isEqualTo(Optional.of(expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\r", "# a comment", "  # a comment", "#1 2", "\t"})
  void anEmptyLineOrACommentIsNoRow(String line) {
    assertThat(RowParser.parse(line)).isEqualTo(Row.Nothing.INSTANCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1                       | FOLLOWEE_MISSING",
        "1,                      | FOLLOWEE_MISSING",
        "-                       | FOLLOWEE_MISSING",
        "-1                      | FOLLOWEE_MISSING",
        "1 # 2                   | FOLLOWEE_MISSING",
        "1,,2                    | FOLLOWEE_ID",
        ",1                      | FOLLOWER_ID",
        "--1 2                   | FOLLOWER_ID",
        "1 -2                    | FOLLOWEE_ID",
        "a/b c                   | FOLLOWER_ID",
        "é c                     | FOLLOWER_ID",
        "c \"d\"                 | FOLLOWEE_ID",
        "1 1                     | SELF_FOLLOW",
        "-1 1                    | SELF_FOLLOW",
        "1 2 yesterday           | TIME",
        "1 2 -5                  | TIME",
        "1 2 1.5                 | TIME",
        "1 2 99999999999999999999| TIME",
        "1 2 253402300800000     | TIME",
        "1 2 +12026-01-01T00:00:00Z | TIME",
        "1 2 2023-11-14          | TIME",
        "1 2 2023-13-14T22:13:20Z| TIME"
      })
  void aRowThatIsNoEdgeIsRefusedWithItsReason(String line, Refusal reason) {
    assertThat(RowParser.parse(line)).isEqualTo(new Row.Refused(reason));
  }

  @Test
  void anIdOf64CharactersIsOneAndOf65IsNone() {
    String id = "a".repeat(64);

    assertThat(asked(id + " b").edge().follower().value()).isEqualTo(id);
    assertThat(RowParser.parse("b " + id + "a")).isEqualTo(new Row.Refused(Refusal.FOLLOWEE_ID));
  }

  @ParameterizedTest
  @EnumSource(Refusal.class)
  void everyReasonHasWords(Refusal reason) {
    assertThat(reason.inWords()).isNotBlank();
  }

  private static FollowEvent asked(String line) {
    Row row = RowParser.parse(line);
    assertThat(row).as(line).isInstanceOf(Row.Asked.class);
    return ((Row.Asked) row).event();
  }
}
