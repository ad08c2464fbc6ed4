package io.longtail.stats.counts;

import java.util.Optional;

/**
 * What is known of one user: both counts, the sequence up to which each has been applied (0: never)
 * and the gap in the follower changes, if one is open.
 */
public record UserCounts(
    long followerCount,
    long followerSequence,
    long followingCount,
    long followingSequence,
    Optional<Gap> gap) {
  /** A user of whom nothing has been seen. */
  public static final UserCounts NONE = new UserCounts(0, 0, 0, 0, Optional.empty());

  /** True if both agree on the counts and their sequences, whatever gap is open. */
  public boolean hasSameCountsAs(UserCounts other) {
    return followerCount == other.followerCount
        && followerSequence == other.followerSequence
        && followingCount == other.followingCount
        && followingSequence == other.followingSequence;
  }

  UserCounts withFollowers(long sequence, long count) {
    return new UserCounts(count, sequence, followingCount, followingSequence, gap);
  }

  UserCounts withFollowing(long sequence, long count) {
    return new UserCounts(followerCount, followerSequence, count, sequence, gap);
  }

  UserCounts withGap(Optional<Gap> other) {
    return new UserCounts(
        followerCount, followerSequence, followingCount, followingSequence, other);
  }
}
