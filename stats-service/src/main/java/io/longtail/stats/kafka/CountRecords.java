package io.longtail.stats.kafka;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowingCount;
import io.longtail.events.InvalidEventException;
import io.longtail.stats.counts.CountRecord;
import io.longtail.stats.counts.CountRecord.FollowerCountAt;
import io.longtail.stats.counts.CountRecord.FollowingCountAt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * A batch read record by record: what counts, by user and in order, and how many records say
 * nothing. One of a type not known to this version is passed over, as the contract has it. One that
 * cannot be read is told in the log and passed over too: our own services wrote it, nothing that
 * comes later can mend it, and the next record of that user has the absolute count.
 */
record CountRecords(Map<String, List<CountRecord>> byUser, int unknownType, int undecodable) {
  private static final Logger LOG = Logger.getLogger(CountRecords.class);

  static CountRecords ofFollowerChanges(List<ConsumerRecord<byte[], byte[]>> batch) {
    return of(
        batch,
        (value, users) ->
            EventCodec.decodeFollowerChange(value)
                .map(
                    change ->
                        users.add(
                            change.key(),
                            new FollowerCountAt(change.sequence(), change.followerCount())))
                .orElse(false));
  }

  static CountRecords ofFollowingCounts(List<ConsumerRecord<byte[], byte[]>> batch) {
    return of(
        batch,
        (value, users) -> {
          FollowingCount count = EventCodec.decodeFollowingCount(value);
          return users.add(
              count.key(), new FollowingCountAt(count.sequence(), count.followingCount()));
        });
  }

  @FunctionalInterface
  private interface Decoder {
    /** False for a type that is not known. */
    boolean decode(byte[] value, Users users);
  }

  private static final class Users {
    private final Map<String, List<CountRecord>> records = new LinkedHashMap<>();

    boolean add(String userId, CountRecord record) {
      return records.computeIfAbsent(userId, id -> new ArrayList<>()).add(record);
    }
  }

  private static CountRecords of(List<ConsumerRecord<byte[], byte[]>> batch, Decoder decoder) {
    Users users = new Users();
    int unknownType = 0;
    int undecodable = 0;
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      try {
        if (record.value() == null) {
          throw new InvalidEventException("value must be present");
        }
        if (!decoder.decode(record.value(), users)) {
          unknownType++;
        }
      } catch (InvalidEventException e) {
        undecodable++;
        LOG.errorf(
            "undecodable, passed over: topic=%s partition=%d offset=%d: %s",
            record.topic(), record.partition(), record.offset(), e.getMessage());
      }
    }
    return new CountRecords(users.records, unknownType, undecodable);
  }
}
