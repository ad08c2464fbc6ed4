package io.longtail.events;

/**
 * How many users {@code userId} follows, on {@link Topic#FOLLOWING_COUNTS}: state, not a
 * difference. The highest sequence of a user wins.
 */
public record FollowingCount(FollowerId userId, long followingCount, long sequence) {
  public String key() {
    return userId.value();
  }
}
