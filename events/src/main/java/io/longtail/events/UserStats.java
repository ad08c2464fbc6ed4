package io.longtail.events;

import java.time.Instant;

/**
 * Both counts of a user, on {@link Topic#USER_STATS}: state, not a difference. The highest revision
 * of a user wins. {@code asOf} is when the counts were computed.
 */
public record UserStats(
    String userId, long followerCount, long followingCount, long revision, Instant asOf) {
  public UserStats {
    UserIdRule.checked(userId, "userId");
  }

  public String key() {
    return userId;
  }
}
