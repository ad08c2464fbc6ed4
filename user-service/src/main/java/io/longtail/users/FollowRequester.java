package io.longtail.users;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Puts follows and unfollows into the log. Whether they change anything is decided where the log is
 * applied, so asking for the same again is fine. Events carry no time of their own: what counts is
 * when they were appended.
 */
public final class FollowRequester {
  private final Users users;
  private final FollowEvents events;

  public FollowRequester(Users users, FollowEvents events) {
    this.users = users;
    this.events = events;
  }

  /**
   * Both must be users.
   *
   * @throws UnknownUserException if one is not; the follower is looked at first
   */
  public CompletionStage<Position> follow(Edge edge) {
    List<UserId> both =
        List.of(new UserId(edge.follower().value()), new UserId(edge.followee().value()));
    Set<UserId> known = users.known(both);
    for (UserId id : both) {
      if (!known.contains(id)) {
        throw new UnknownUserException(id);
      }
    }
    return events.append(new Follow(edge, Optional.empty(), Cause.USER));
  }

  /** Asks nobody: an edge can be left behind by a user that is gone, and must be removable. */
  public CompletionStage<Position> unfollow(Edge edge) {
    return events.append(new Unfollow(edge, Optional.empty(), Cause.USER));
  }
}
