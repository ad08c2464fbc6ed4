package io.longtail.followers.simulation;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerCountCorrected;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.followers.ListPart.Item;
import io.longtail.followers.NaiveGraph;
import io.longtail.followers.NaiveGraph.NaiveList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the log alone determines, by the naive model: every state of every list of followers, every
 * change under its sequence, and at each place of the log whether an edge is there.
 */
final class LogTruth {

  /** A list of followers after some place of the log. */
  record ListState(long sequence, List<Item> items) {}

  /** An edge after some place of the log: is it there, and how often did that change. */
  record EdgeState(boolean isThere, long changes) {}

  private static final ListState NO_LIST = new ListState(0, List.of());
  private static final EdgeState NO_EDGE = new EdgeState(false, 0);

  private final NaiveGraph model = new NaiveGraph();
  private final Map<String, TreeMap<Integer, ListState>> followers = new HashMap<>();
  private final Map<String, List<FollowerChange>> changes = new HashMap<>();
  private final Map<String, Map<String, TreeMap<Integer, EdgeState>>> following = new TreeMap<>();
  private final Map<String, TreeMap<Integer, Long>> repairs = new HashMap<>();

  /** The next entry of its partition, at this index. */
  void append(int index, LogEntry entry, long appendedAtMillis) {
    if (entry instanceof FollowEvent event) {
      append(index, event, appendedAtMillis);
    } else if (entry instanceof Repair repair) {
      append(index, repair, appendedAtMillis);
    }
  }

  private void append(int index, FollowEvent event, long appendedAtMillis) {
    String follower = event.edge().follower().value();
    String followee = event.edge().followee().value();
    long before = sequenceOf(followee);
    model.accept(event, appendedAtMillis);
    NaiveList list = model.followers.get(followee);
    boolean changed = list.sequence > before;
    if (changed) {
      Instant at =
          Instant.ofEpochMilli(
              event
                  .occurredAt()
                  .map(time -> Math.min(time.toEpochMilli(), appendedAtMillis))
                  .orElse(appendedAtMillis));
      FolloweeId key = event.edge().followee();
      changesOf(followee)
          .add(
              event instanceof Follow
                  ? new FollowerAdded(
                      key,
                      event.edge().follower(),
                      list.sequence,
                      list.members.size(),
                      at,
                      event.cause())
                  : new FollowerRemoved(
                      key,
                      event.edge().follower(),
                      list.sequence,
                      list.members.size(),
                      at,
                      event.cause()));
    }
    putState(index, followee, list);
    TreeMap<Integer, EdgeState> edge =
        following
            .computeIfAbsent(follower, x -> new TreeMap<>())
            .computeIfAbsent(followee, x -> new TreeMap<>());
    long edgeChanges = edge.isEmpty() ? 0 : edge.lastEntry().getValue().changes();
    edge.put(index, new EdgeState(event instanceof Follow, edgeChanges + (changed ? 1 : 0)));
  }

  private void append(int index, Repair repair, long appendedAtMillis) {
    String user = repair.userId();
    model.repair(user);
    NaiveList list = model.followers.get(user);
    changesOf(user)
        .add(
            new FollowerCountCorrected(
                new FolloweeId(user),
                list.sequence,
                list.members.size(),
                Instant.ofEpochMilli(appendedAtMillis),
                Cause.REPAIR));
    putState(index, user, list);
    TreeMap<Integer, Long> ofUser = repairs.computeIfAbsent(user, x -> new TreeMap<>());
    ofUser.put(index, ofUser.size() + 1L);
    following.computeIfAbsent(user, x -> new TreeMap<>());
  }

  private void putState(int index, String followee, NaiveList list) {
    TreeMap<Integer, ListState> states = followers.computeIfAbsent(followee, x -> new TreeMap<>());
    ListState last = states.isEmpty() ? NO_LIST : states.lastEntry().getValue();
    if (last.sequence() == list.sequence) {
      states.put(index, last);
      return;
    }
    List<Item> items = new ArrayList<>(list.members.size());
    list.members.forEach((id, mark) -> items.add(new Item(id, mark)));
    states.put(index, new ListState(list.sequence, items));
  }

  private long sequenceOf(String followee) {
    NaiveList list = model.followers.get(followee);
    return list == null ? 0 : list.sequence;
  }

  private List<FollowerChange> changesOf(String followee) {
    return changes.computeIfAbsent(followee, x -> new ArrayList<>());
  }

  /** The list of followers with its partition applied up to this index (inclusive). */
  ListState followersAt(String user, int index) {
    TreeMap<Integer, ListState> states = followers.get(user);
    Map.Entry<Integer, ListState> state = states == null ? null : states.floorEntry(index);
    return state == null ? NO_LIST : state.getValue();
  }

  /** The change of this sequence; null if the log has none. */
  FollowerChange change(String followee, long sequence) {
    List<FollowerChange> known = changesOf(followee);
    return sequence >= 1 && sequence <= known.size() ? known.get((int) sequence - 1) : null;
  }

  /** All whom somebody ever asked to follow or unfollow. */
  Map<String, TreeMap<Integer, EdgeState>> edgesOf(String follower) {
    return following.getOrDefault(follower, Map.of());
  }

  static EdgeState edgeAt(TreeMap<Integer, EdgeState> edge, int index) {
    Map.Entry<Integer, EdgeState> state = edge.floorEntry(index);
    return state == null ? NO_EDGE : state.getValue();
  }

  /** How many repairs of the user's lists stand up to this index of the user's partition. */
  long repairsUpTo(String user, int index) {
    TreeMap<Integer, Long> ofUser = repairs.get(user);
    Map.Entry<Integer, Long> count = ofUser == null ? null : ofUser.floorEntry(index);
    return count == null ? 0 : count.getValue();
  }

  /** Everybody who has a list of followers. */
  Iterable<String> followees() {
    return new TreeMap<>(followers).keySet();
  }

  /** Everybody who has a list of following. */
  Iterable<String> followersOfAnybody() {
    return following.keySet();
  }
}
