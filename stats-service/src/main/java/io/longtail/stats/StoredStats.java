package io.longtail.stats;

import io.longtail.events.UserStats;
import io.longtail.stats.counts.UserCounts;
import java.time.Instant;

/**
 * The counts of one user as they are stored.
 *
 * @param revision of the document, which every save raises by one; 0: nothing is stored
 * @param asOf when a count last changed, to the millisecond, which is what the store keeps
 */
public record StoredStats(String userId, UserCounts counts, long revision, Instant asOf) {

  /** A user of whom nothing is stored. */
  public static StoredStats none(String userId) {
    return new StoredStats(userId, UserCounts.NONE, 0, Instant.EPOCH);
  }

  public boolean isStored() {
    return revision > 0;
  }

  StoredStats changedTo(UserCounts other, Instant now) {
    Instant changed = isStored() && counts.hasSameCountsAs(other) ? asOf : now;
    return new StoredStats(userId, other, revision + 1, changed);
  }

  /** What is published of it. */
  public UserStats published() {
    return new UserStats(userId, counts.followerCount(), counts.followingCount(), revision, asOf);
  }
}
