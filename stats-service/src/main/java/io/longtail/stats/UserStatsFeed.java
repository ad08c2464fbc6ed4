package io.longtail.stats;

import io.longtail.events.UserStats;
import java.util.Collection;

/** Where the counts are told to others. */
public interface UserStatsFeed {

  /** Returns when every one is confirmed; throws when one is not. Publishing again is safe. */
  void publish(Collection<UserStats> stats);
}
