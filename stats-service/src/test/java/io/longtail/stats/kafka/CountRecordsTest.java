package io.longtail.stats.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Cause;
import io.longtail.events.EventCodec;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerCountCorrected;
import io.longtail.events.FollowerId;
import io.longtail.events.FollowingCount;
import io.longtail.stats.counts.CountRecord.FollowerCountAt;
import io.longtail.stats.counts.CountRecord.FollowingCountAt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountRecordsTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  @Test
  void everyKindOfChangeCarriesTheCountOfItsUser() {
    CountRecords records =
        CountRecords.ofFollowerChanges(
            batch(added("u", 1, 1), added("v", 7, 3), corrected("u", 2, 9)));

    assertThat(records.byUser())
        .isEqualTo(
            Map.of(
                "u", List.of(new FollowerCountAt(1, 1), new FollowerCountAt(2, 9)),
                "v", List.of(new FollowerCountAt(7, 3))));
  }

  @Test
  void followingCountsAreTakenByUser() {
    byte[] value = EventCodec.encode(new FollowingCount(new FollowerId("u"), 12, 4));

    CountRecords records = CountRecords.ofFollowingCounts(batch(value));

    assertThat(records.byUser()).isEqualTo(Map.of("u", List.of(new FollowingCountAt(4, 12))));
  }

  @Test
  void aTypeNotKnownIsPassedOver() {
    byte[] later = "{\"type\":\"LIST_ARCHIVED\",\"followeeId\":\"u\"}".getBytes(UTF_8);

    CountRecords records = CountRecords.ofFollowerChanges(batch(later, added("u", 1, 1)));

    assertThat(records.byUser()).containsOnlyKeys("u");
    assertThat(records.unknownType()).isEqualTo(1);
    assertThat(records.undecodable()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{}", "\u0000\u0000", "{\"userId\":\"a b\"}"})
  void whatCannotBeReadCostsThatRecordOnly(String bad) {
    byte[] good = EventCodec.encode(new FollowingCount(new FollowerId("u"), 12, 4));

    CountRecords records = CountRecords.ofFollowingCounts(batch(bad.getBytes(UTF_8), good, null));

    assertThat(records.undecodable()).isEqualTo(2);
    assertThat(records.byUser()).containsOnlyKeys("u");
  }

  private static byte[] added(String user, long sequence, long count) {
    return EventCodec.encode(
        new FollowerAdded(
            new FolloweeId(user), new FollowerId("f"), sequence, count, NOON, Cause.USER));
  }

  private static byte[] corrected(String user, long sequence, long count) {
    return EventCodec.encode(
        new FollowerCountCorrected(new FolloweeId(user), sequence, count, NOON, Cause.REPAIR));
  }

  private static List<ConsumerRecord<byte[], byte[]>> batch(byte[]... values) {
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
    Arrays.stream(values)
        .forEach(value -> batch.add(new ConsumerRecord<>("t", 3, batch.size(), null, value)));
    return batch;
  }
}
