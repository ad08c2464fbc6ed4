package io.longtail.followers.simulation;

import io.longtail.events.FollowerChange;
import io.longtail.events.FollowingCount;
import io.longtail.followers.ChangePublisher;
import io.longtail.followers.simulation.Operation.Kind;
import io.longtail.followers.simulation.Steps.Bulk;
import java.util.List;

/** Changes and counts as one owner publishes them: each record is an operation of its own. */
public final class SteppedChanges implements ChangePublisher {
  private final ChangePublisher changes;
  private final Steps steps;

  public SteppedChanges(ChangePublisher changes, Steps steps) {
    this.changes = changes;
    this.steps = steps;
  }

  @Override
  public void publishChanges(List<FollowerChange> published) {
    Bulk bulk = new Bulk(steps);
    for (FollowerChange change : published) {
      bulk.add(
          new Operation(Kind.CHANGE_PUBLISH, null, change.key(), change),
          () -> changes.publishChanges(List.of(change)));
    }
    bulk.end();
  }

  @Override
  public void publishCounts(List<FollowingCount> published) {
    Bulk bulk = new Bulk(steps);
    for (FollowingCount count : published) {
      bulk.add(
          new Operation(Kind.COUNT_PUBLISH, null, count.key(), count),
          () -> changes.publishCounts(List.of(count)));
    }
    bulk.end();
  }
}
