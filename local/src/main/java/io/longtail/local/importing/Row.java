package io.longtail.local.importing;

import io.longtail.events.FollowEvent;

/** What one line of a file says. */
public sealed interface Row {

  /** An edge to follow or to unfollow. */
  record Asked(FollowEvent event) implements Row {}

  /** A row that is no valid edge. */
  record Refused(Refusal reason) implements Row {}

  /** An empty line or a comment: not counted as a row. */
  enum Nothing implements Row {
    INSTANCE
  }
}
