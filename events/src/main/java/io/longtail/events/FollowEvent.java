package io.longtail.events;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** What was asked, on {@link Topic#FOLLOW_EVENTS}. The key of its record is the followee's id. */
public sealed interface FollowEvent extends LogEntry {

  /** {@code edge.follower} asked to follow {@code edge.followee}. */
  record Follow(Edge edge, Optional<Instant> occurredAt, Cause cause) implements FollowEvent {
    public Follow {
      Objects.requireNonNull(edge);
      Objects.requireNonNull(occurredAt);
      Objects.requireNonNull(cause);
    }
  }

  /** {@code edge.follower} asked to follow {@code edge.followee} no longer. */
  record Unfollow(Edge edge, Optional<Instant> occurredAt, Cause cause) implements FollowEvent {
    public Unfollow {
      Objects.requireNonNull(edge);
      Objects.requireNonNull(occurredAt);
      Objects.requireNonNull(cause);
    }
  }

  Edge edge();

  /** When the sender says that it happened; without it, the append time of the record. */
  Optional<Instant> occurredAt();

  Cause cause();

  @Override
  default String key() {
    return edge().followee().value();
  }
}
