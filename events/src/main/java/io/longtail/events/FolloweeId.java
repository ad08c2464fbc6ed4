package io.longtail.events;

/** The user who is followed. Always within {@link UserIdRule}. */
public record FolloweeId(String value) {
  public FolloweeId {
    UserIdRule.checked(value, "followeeId");
  }

  @Override
  public String toString() {
    return value;
  }
}
