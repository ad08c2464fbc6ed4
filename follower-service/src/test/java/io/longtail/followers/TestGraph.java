package io.longtail.followers;

import io.longtail.events.LogEntry;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.List;

/** A graph in memory with its applier, for tests that speak of lists and not of storage. */
final class TestGraph {
  static final long NOW = 1_700_000_000_000L;

  final InMemoryEdgeLists followers = new InMemoryEdgeLists();
  final InMemoryEdgeLists following = new InMemoryEdgeLists();
  final RecordedChanges changes = new RecordedChanges();
  final GraphReads graph = new GraphReads(followers, following);
  private final FollowEventApplier applier;
  private long epoch = 1;
  private long nextOffset;

  TestGraph(ListSettings settings) {
    applier = new FollowEventApplier(followers, following, changes, settings);
  }

  TestGraph() {
    this(ListSettings.DEFAULT);
  }

  /** Appends to the one partition of this graph's log, and applies in one batch. */
  void apply(List<? extends LogEntry> events) {
    applyAt(nextOffset, events);
    nextOffset += events.size();
  }

  void apply(LogEntry... events) {
    apply(List.of(events));
  }

  /** Delivers events at given offsets, as often as one likes. */
  FollowEventApplier.Result applyAt(long offset, List<? extends LogEntry> events) {
    EventBatch batch = new EventBatch(epoch, 0);
    for (int i = 0; i < events.size(); i++) {
      batch.add(offset + i, events.get(i), NOW);
    }
    return applier.apply(batch);
  }

  /** From here on the log is another one, which begins at 0. */
  void startEpoch(long newEpoch) {
    epoch = newEpoch;
    nextOffset = 0;
  }

  Head followersOf(String userId) {
    return followers.heads(List.of(userId)).get(userId);
  }

  Head followingOf(String userId) {
    return following.heads(List.of(userId)).get(userId);
  }

  /** All members of a list, oldest first. */
  static List<String> members(InMemoryEdgeLists lists, String userId) {
    Head head = lists.heads(List.of(userId)).get(userId);
    List<Edges> parts = new ArrayList<>();
    for (Page page : lists.pages(userId, head.firstPage(), head.nextPage())) {
      parts.add(page.edges().without(head.removedIds()));
    }
    parts.add(head.edges());
    return Edges.concat(parts).ids();
  }
}
