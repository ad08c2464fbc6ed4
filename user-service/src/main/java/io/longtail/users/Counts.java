package io.longtail.users;

import io.longtail.events.UserStats;
import java.time.Instant;

/** Both counts of a user, as they were at {@code asOf}; of two, the higher revision is true. */
public record Counts(long followerCount, long followingCount, long revision, Instant asOf) {

  /** Below every revision that is ever published. */
  private static final long NO_REVISION = -1;

  /** The counts of a user of whom nothing has been published yet. */
  public static Counts noneAsOf(Instant asOf) {
    return new Counts(0, 0, NO_REVISION, asOf);
  }

  public static Counts of(UserStats stats) {
    return new Counts(
        stats.followerCount(), stats.followingCount(), stats.revision(), stats.asOf());
  }

  public boolean isNewerThan(Counts other) {
    return revision > other.revision;
  }
}
