package io.longtail.local.verifying;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.events.InvalidEventException;
import io.longtail.local.stored.StoredEdge;
import java.util.Optional;

/**
 * A change as it was published, with hashes of what is compared.
 *
 * @param content of type, follower, count, time and cause
 */
record ChangeRecord(String followee, long sequence, long count, long content) {

  /** Empty if it is none, or of a type that came later. */
  static Optional<ChangeRecord> of(byte[] value) {
    if (value == null) {
      return Optional.empty();
    }
    try {
      return EventCodec.decodeFollowerChange(value).map(ChangeRecord::of);
    } catch (InvalidEventException e) {
      return Optional.empty();
    }
  }

  private static ChangeRecord of(FollowerChange change) {
    return new ChangeRecord(
        change.followeeId().value(), change.sequence(), change.followerCount(), content(change));
  }

  private static long content(FollowerChange change) {
    String follower = "";
    if (change instanceof FollowerAdded added) {
      follower = added.followerId().value();
    } else if (change instanceof FollowerRemoved removed) {
      follower = removed.followerId().value();
    }
    return hash(
        EventCodec.typeOf(change)
            + ' '
            + follower
            + ' '
            + change.followerCount()
            + ' '
            + change.occurredAt()
            + ' '
            + change.cause());
  }

  long followeeHash() {
    return hash(followee);
  }

  /** Of the followee and the sequence: what has one content. */
  long key() {
    return StoredEdge.mix(followeeHash() + 31 * sequence);
  }

  static long hash(String text) {
    return StoredEdge.hashOf(text);
  }
}
