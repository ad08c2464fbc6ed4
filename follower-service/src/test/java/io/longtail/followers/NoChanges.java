package io.longtail.followers;

import io.longtail.events.FollowerChange;
import io.longtail.events.FollowingCount;
import java.util.List;

/** For tests that look at the lists alone. */
public final class NoChanges implements ChangePublisher {
  @Override
  public void publishChanges(List<FollowerChange> changes) {}

  @Override
  public void publishCounts(List<FollowingCount> counts) {}
}
