package io.longtail.followers;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.followers.edgelist.Ask;
import io.longtail.followers.edgelist.Ask.Wish;
import io.longtail.followers.edgelist.LogPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Consecutive events of one partition, grouped by the lists that they touch. Offsets that do not
 * rise are repeats inside the batch and are left out.
 */
public final class EventBatch {
  private final long epoch;
  private final int partition;
  private final Map<String, List<Ask>> asksOfFollowers = new LinkedHashMap<>();
  private final Map<String, List<Ask>> asksOfFollowing = new LinkedHashMap<>();
  private final Map<Long, Cause> causes = new HashMap<>();
  private long lastOffset = -1;

  public EventBatch(long epoch, int partition) {
    this.epoch = epoch;
    this.partition = partition;
  }

  /**
   * @param appendedAtMillis when the record was appended to the log; no event counts as later
   */
  public void add(long offset, FollowEvent event, long appendedAtMillis) {
    if (offset <= lastOffset) {
      return;
    }
    lastOffset = offset;
    LogPosition position = new LogPosition(epoch, partition, offset);
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
    causes.put(offset, event.cause());
  }

  public boolean isEmpty() {
    return asksOfFollowers.isEmpty();
  }

  public long epoch() {
    return epoch;
  }

  public int partition() {
    return partition;
  }

  /** Asks to the lists of one side, by whose list it is, each in log order. */
  Map<String, List<Ask>> asks(Side side) {
    return side == Side.FOLLOWERS ? asksOfFollowers : asksOfFollowing;
  }

  Cause cause(LogPosition position) {
    return causes.get(position.offset());
  }
}
