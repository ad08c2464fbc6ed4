package io.longtail.users;

import io.longtail.events.FollowEvent;
import java.util.concurrent.CompletionStage;

/** The log of follow events. */
public interface FollowEvents {

  /**
   * Appends an event. The stage ends with the event's place in the log once that is certain, or
   * with a {@link NotConfirmedException}, after which nothing more is sent; it always ends in time.
   */
  CompletionStage<Position> append(FollowEvent event);
}
