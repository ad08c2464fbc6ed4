package io.longtail.events;

/** The user who follows. Always within {@link UserIdRule}. */
public record FollowerId(String value) {
  public FollowerId {
    UserIdRule.checked(value, "followerId");
  }

  @Override
  public String toString() {
    return value;
  }
}
