package io.longtail.events;

/** One follow: {@code follower} follows {@code followee}. Nobody follows himself. */
public record Edge(FollowerId follower, FolloweeId followee) {
  public Edge {
    if (follower.value().equals(followee.value())) {
      throw new InvalidEventException("followerId must differ from followeeId");
    }
  }
}
