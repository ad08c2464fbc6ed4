package io.longtail.followers.edgelist;

import java.util.Objects;

/**
 * One event as one list sees it.
 *
 * @param wish whether the member is to be in the list afterwards
 * @param occurredAtMillis when, in milliseconds since the epoch
 */
public record Ask(LogPosition position, String member, Wish wish, long occurredAtMillis) {

  /** What the event wants the member to be. */
  public enum Wish {
    IN,
    OUT
  }

  public Ask {
    Objects.requireNonNull(position);
    Objects.requireNonNull(member);
    Objects.requireNonNull(wish);
  }
}
