package io.longtail.events;

import java.time.Instant;

/**
 * What really changed in a list of followers, on {@link Topic#FOLLOWER_CHANGES}. {@code sequence}
 * runs 1, 2, 3 … per followee without a gap; one sequence has one content, however often it is
 * sent. {@code followerCount} is the count after the change.
 */
public sealed interface FollowerChange {

  record FollowerAdded(
      FolloweeId followeeId,
      FollowerId followerId,
      long sequence,
      long followerCount,
      Instant occurredAt,
      Cause cause)
      implements FollowerChange {}

  record FollowerRemoved(
      FolloweeId followeeId,
      FollowerId followerId,
      long sequence,
      long followerCount,
      Instant occurredAt,
      Cause cause)
      implements FollowerChange {}

  /** The count was found wrong and is now {@code followerCount}; no single follower changed. */
  record FollowerCountCorrected(
      FolloweeId followeeId, long sequence, long followerCount, Instant occurredAt, Cause cause)
      implements FollowerChange {}

  FolloweeId followeeId();

  long sequence();

  long followerCount();

  Instant occurredAt();

  Cause cause();

  default String key() {
    return followeeId().value();
  }
}
