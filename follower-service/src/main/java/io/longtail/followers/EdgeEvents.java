package io.longtail.followers;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.followers.edgelist.Ask;
import io.longtail.followers.edgelist.Ask.Wish;
import io.longtail.followers.edgelist.LogPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows and unfollows that are applied in one go, grouped by the lists that they touch. */
final class EdgeEvents implements EventBatch.Part {
  private final int partition;
  private final boolean ownPagesOnly;
  private final Map<String, List<Ask>> asksOfFollowers = new LinkedHashMap<>();
  private final Map<String, List<Ask>> asksOfFollowing = new LinkedHashMap<>();
  private final Map<Long, Cause> causes = new HashMap<>();
  private final Set<Edge> edges = new HashSet<>();

  /**
   * @param ownPagesOnly whether the two sides may disagree about these edges: then each side looks
   *     at its own pages and takes no answer from the other
   */
  EdgeEvents(int partition, boolean ownPagesOnly) {
    this.partition = partition;
    this.ownPagesOnly = ownPagesOnly;
  }

  /** Whether one more can be applied together with these. */
  boolean accepts(FollowEvent event) {
    return ownPagesOnly == (event.cause() == Cause.REPAIR)
        && !(ownPagesOnly && edges.contains(event.edge()));
  }

  void add(LogPosition position, FollowEvent event, long appendedAtMillis) {
    Wish wish = event instanceof Follow ? Wish.IN : Wish.OUT;
    long occurredAt =
        event
            .occurredAt()
            .map(time -> Math.min(time.toEpochMilli(), appendedAtMillis))
            .orElse(appendedAtMillis);
    String follower = event.edge().follower().value();
    String followee = event.edge().followee().value();
    asksOfFollowers
        .computeIfAbsent(followee, x -> new ArrayList<>())
        .add(new Ask(position, follower, wish, occurredAt));
    asksOfFollowing
        .computeIfAbsent(follower, x -> new ArrayList<>())
        .add(new Ask(position, followee, wish, occurredAt));
    causes.put(position.offset(), event.cause());
    edges.add(event.edge());
  }

  int partition() {
    return partition;
  }

  boolean ownPagesOnly() {
    return ownPagesOnly;
  }

  /** Asks to the lists of one side, by whose list it is, each in log order. */
  Map<String, List<Ask>> asks(Side side) {
    return side == Side.FOLLOWERS ? asksOfFollowers : asksOfFollowing;
  }

  Cause cause(LogPosition position) {
    return causes.get(position.offset());
  }
}
