package io.longtail.users;

import io.longtail.events.UserIdRule;
import java.util.UUID;

/** The id of a user: opaque text within {@link UserIdRule}. */
public record UserId(String value) {
  public UserId {
    if (!UserIdRule.holds(value)) {
      throw new IllegalArgumentException("id " + UserIdRule.IN_WORDS);
    }
  }

  /** An id that nobody has: a random UUID, which lists of ids store in 16 bytes. */
  public static UserId random() {
    return new UserId(UUID.randomUUID().toString());
  }

  @Override
  public String toString() {
    return value;
  }
}
