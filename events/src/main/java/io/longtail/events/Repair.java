package io.longtail.events;

import java.util.Objects;

/**
 * A control record on {@link Topic#FOLLOW_EVENTS}, keyed by the user: both lists of the user are to
 * be rebuilt from what is stored of them, and their counts told anew.
 */
public record Repair(String userId) implements LogEntry {
  public Repair {
    Objects.requireNonNull(userId);
  }

  @Override
  public String key() {
    return userId;
  }
}
