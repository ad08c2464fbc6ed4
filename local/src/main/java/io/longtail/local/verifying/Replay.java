package io.longtail.local.verifying;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.local.stored.StoredEdge;

/**
 * The lists of followers as the log makes them, one entry after the other, held as hashes: for each
 * edge that ever was, its mark while it is one; for each followee the last mark and how often the
 * list has changed.
 */
final class Replay {
  /** 24 bytes a slot, a third of the slots in use after a growth, half as much again during one. */
  private static final int BYTES_PER_EDGE_MAX = 108;

  static final int FOLLOWEES_MAX = 1_000_000;

  /** Room for 2^20 follows in one millisecond. */
  private static final int MILLIS_SHIFT = 20;

  private static final long MILLIS_MAX = Long.MAX_VALUE >> MILLIS_SHIFT;

  private static final int MARK = 0;
  private static final int EDGE_FLAGS = 1;
  private static final long FOUND = 1;
  private static final long REPAIRED = 2;

  private static final int LAST_MARK = 0;
  private static final int CHANGES = 1;
  private static final int LIST_FLAGS = 2;
  private static final long HAS_REPAIRED_EDGES = 1;
  private static final long REBUILT = 2;
  private static final long MOVED = 4;

  private final HashTable edges;
  private final HashTable followees;
  private final Portion portion;

  /** How many edges this JVM can hold in half of its memory: five million in a gibibyte. */
  static int edgesMax() {
    return (int) Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_EDGE_MAX);
  }

  Replay(Portion portion, int edgesMax) {
    this.portion = portion;
    this.edges = new HashTable(2, edgesMax);
    this.followees = new HashTable(3, FOLLOWEES_MAX);
  }

  boolean isFull() {
    return edges.isFull() || followees.isFull();
  }

  /** Takes an entry, if it is one of this portion of the followees. */
  void add(LogEntry entry, long appendedAtMillis) {
    long followee = StoredEdge.hashOf(entry.key());
    if (!portion.has(followee)) {
      return;
    }
    if (entry instanceof Repair) {
      flag(followee, REBUILT);
    } else if (entry instanceof FollowEvent event) {
      add(followee, event, appendedAtMillis);
    }
  }

  private void add(long followee, FollowEvent event, long appendedAtMillis) {
    int edge = edges.put(hashOf(event));
    int list = followees.put(followee);
    boolean isMember = edges.get(edge, MARK) != 0;
    boolean asksFor = event instanceof Follow;
    if (event.cause() == Cause.REPAIR) {
      edges.set(edge, EDGE_FLAGS, REPAIRED);
      followees.set(list, LIST_FLAGS, followees.get(list, LIST_FLAGS) | HAS_REPAIRED_EDGES);
    }
    if (isMember == asksFor) {
      return;
    }
    followees.set(list, CHANGES, followees.get(list, CHANGES) + 1);
    if (!asksFor) {
      edges.set(edge, MARK, 0);
      return;
    }
    long millis =
        event
            .occurredAt()
            .map(time -> Math.min(time.toEpochMilli(), appendedAtMillis))
            .orElse(appendedAtMillis);
    long shifted = Math.max(0, Math.min(millis, MILLIS_MAX)) << MILLIS_SHIFT;
    long mark = Math.max(followees.get(list, LAST_MARK) + 1, shifted);
    followees.set(list, LAST_MARK, mark);
    edges.set(edge, MARK, mark);
    if (event.cause() != Cause.REPAIR) {
      // A place in the order that comes from the log again, and not from a repair.
      edges.set(edge, EDGE_FLAGS, 0);
    }
  }

  private static long hashOf(FollowEvent event) {
    return new StoredEdge(event.edge().follower().value(), event.edge().followee().value()).hash();
  }

  private void flag(long followee, long flag) {
    int list = followees.put(followee);
    followees.set(list, LIST_FLAGS, followees.get(list, LIST_FLAGS) | flag);
  }

  /** The mark of an edge, 0 if it is none; notes that it was found stored. */
  long find(long edge) {
    int slot = edges.find(edge);
    if (slot == HashTable.NONE) {
      return 0;
    }
    edges.set(slot, EDGE_FLAGS, edges.get(slot, EDGE_FLAGS) | FOUND);
    return edges.get(slot, MARK);
  }

  /** Whether a repair may have given an edge another place in the order of its list. */
  boolean isRepaired(long edge) {
    int slot = edges.find(edge);
    return slot != HashTable.NONE && (edges.get(slot, EDGE_FLAGS) & REPAIRED) != 0;
  }

  /** The list of a followee, apart from its edges. */
  ReplayedList list(String followee) {
    int slot = followees.find(StoredEdge.hashOf(followee));
    return slot == HashTable.NONE
        ? new ReplayedList(0, false, false)
        : new ReplayedList(
            followees.get(slot, CHANGES),
            (followees.get(slot, LIST_FLAGS) & HAS_REPAIRED_EDGES) != 0,
            (followees.get(slot, LIST_FLAGS) & REBUILT) != 0);
  }

  /** Whether there are edges that were not found stored. */
  boolean hasMissing() {
    boolean[] any = {false};
    edges.forEach((hash, slot) -> any[0] |= isMissing(slot));
    return any[0];
  }

  /** Whether an edge was not found stored, in a list that was judged. Tells so once. */
  boolean takeMissing(StoredEdge edge) {
    int slot = edges.find(edge.hash());
    if (slot == HashTable.NONE || !isMissing(slot)) {
      return false;
    }
    edges.set(slot, EDGE_FLAGS, edges.get(slot, EDGE_FLAGS) | FOUND);
    int list = followees.find(StoredEdge.hashOf(edge.followee()));
    return list == HashTable.NONE || (followees.get(list, LIST_FLAGS) & MOVED) == 0;
  }

  private boolean isMissing(int slot) {
    return edges.get(slot, MARK) != 0 && (edges.get(slot, EDGE_FLAGS) & FOUND) == 0;
  }

  /** Notes that the list of a followee went on: what it lacks may have left it since. */
  void markMoved(String followee) {
    int list = followees.find(StoredEdge.hashOf(followee));
    if (list != HashTable.NONE) {
      followees.set(list, LIST_FLAGS, followees.get(list, LIST_FLAGS) | MOVED);
    }
  }

  /**
   * What the log makes of one list.
   *
   * @param changes how often it has changed, which is its sequence as long as nothing was repaired
   * @param hasRepairedEdges whether single edges were repaired: their places are not the log's
   * @param isRebuilt whether the whole list was: no place is
   */
  record ReplayedList(long changes, boolean hasRepairedEdges, boolean isRebuilt) {
    boolean isUntouched() {
      return !hasRepairedEdges && !isRebuilt;
    }
  }
}
