package io.longtail.stats;

import io.longtail.events.UserStats;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Keeps what was published. {@code duringPublish} is what else happens until it is confirmed. */
final class InMemoryUserStatsFeed implements UserStatsFeed {
  final List<UserStats> published = new ArrayList<>();
  Runnable duringPublish = () -> {};

  @Override
  public void publish(Collection<UserStats> stats) {
    Runnable other = duringPublish;
    duringPublish = () -> {};
    other.run();
    published.addAll(stats);
  }

  /** What a compacted topic keeps of a user: its last record. */
  UserStats lastOf(String userId) {
    return published.stream()
        .filter(stats -> stats.userId().equals(userId))
        .reduce((one, next) -> next)
        .orElseThrow();
  }
}
