package io.longtail.followers;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.followers.edgelist.LogPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Consecutive entries of one partition. Offsets that do not rise are repeats inside the batch and
 * are left out.
 *
 * <p>It is applied part by part: all follows and unfollows up to the next order of repair at once;
 * a repair by itself; and events that are repairs apart from the others and each edge once, since
 * they must not take another event's word for what their lists hold.
 */
public final class EventBatch {
  private final long epoch;
  private final int partition;
  private final List<Part> parts = new ArrayList<>();
  private long lastOffset = -1;

  /** Entries that are applied in one go, before anything of the next part is loaded. */
  sealed interface Part permits EdgeEvents, RepairOrder {}

  public EventBatch(long epoch, int partition) {
    this.epoch = epoch;
    this.partition = partition;
  }

  /**
   * @param appendedAtMillis when the record was appended to the log; no event counts as later
   */
  public void add(long offset, LogEntry entry, long appendedAtMillis) {
    if (offset <= lastOffset) {
      return;
    }
    lastOffset = offset;
    LogPosition position = new LogPosition(epoch, partition, offset);
    if (entry instanceof FollowEvent event) {
      partOf(event).add(position, event, appendedAtMillis);
    } else if (entry instanceof Repair repair) {
      parts.add(new RepairOrder(position, repair.userId(), Instant.ofEpochMilli(appendedAtMillis)));
    }
  }

  private EdgeEvents partOf(FollowEvent event) {
    if (!parts.isEmpty()
        && parts.get(parts.size() - 1) instanceof EdgeEvents last
        && last.accepts(event)) {
      return last;
    }
    EdgeEvents part = new EdgeEvents(partition, event.cause() == Cause.REPAIR);
    parts.add(part);
    return part;
  }

  List<Part> parts() {
    return Collections.unmodifiableList(parts);
  }

  public long epoch() {
    return epoch;
  }

  public int partition() {
    return partition;
  }
}
