package io.longtail.followers;

import io.longtail.events.FollowerChange;
import io.longtail.events.FollowingCount;
import java.util.List;

/** Tells the world. Returns when all is acknowledged; throws if any of it may not be. */
public interface ChangePublisher {

  /** In order, up to the first that is refused. */
  void publishChanges(List<FollowerChange> changes);

  void publishCounts(List<FollowingCount> counts);
}
