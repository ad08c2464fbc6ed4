package io.longtail.followers;

import io.longtail.events.FollowEvent;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every write of an applier, to be played again beside a reader: so a reader can be let in between
 * any two of them, in the middle of a batch or of a compaction too.
 */
final class WriteHistory {
  private final List<Write> writes = new ArrayList<>();
  private final InMemoryEdgeLists followers = new InMemoryEdgeLists();
  private final InMemoryEdgeLists following = new InMemoryEdgeLists();
  private final FollowEventApplier applier;
  private long nextOffset;

  /** One write to one side. */
  @FunctionalInterface
  private interface Write {
    void to(Replay replay);
  }

  WriteHistory(ListSettings settings) {
    applier =
        new FollowEventApplier(
            new Recording(followers, Side.FOLLOWERS),
            new Recording(following, Side.FOLLOWING),
            new NoChanges(),
            settings);
  }

  /** Applies in one batch. */
  void apply(List<FollowEvent> events) {
    EventBatch batch = new EventBatch(1, 0);
    for (FollowEvent event : events) {
      batch.add(nextOffset++, event, TestGraph.NOW);
    }
    applier.apply(batch);
  }

  /** The list as it stands after everything applied so far, oldest first. */
  Map<String, Long> list(Side side, String userId) {
    return listed(side == Side.FOLLOWERS ? followers : following, userId);
  }

  int size() {
    return writes.size();
  }

  Replay replay() {
    return new Replay();
  }

  // Without GraphLaws' assertions: this is done after every write.
  private static LinkedHashMap<String, Long> listed(InMemoryEdgeLists lists, String userId) {
    Head head = lists.heads(List.of(userId)).get(userId);
    LinkedHashMap<String, Long> listed = new LinkedHashMap<>();
    for (Page page : lists.pages(userId, head.firstPage(), head.nextPage())) {
      add(page.edges().without(head.removedIds()), listed);
    }
    add(head.edges(), listed);
    return listed;
  }

  private static void add(Edges edges, Map<String, Long> listed) {
    for (int i = 0; i < edges.size(); i++) {
      if (listed.put(edges.id(i), edges.mark(i)) != null) {
        throw new IllegalStateException(edges.id(i) + " is twice in a list");
      }
    }
  }

  /** The lists as they stood after some of the writes. */
  final class Replay {
    private final InMemoryEdgeLists followers = new InMemoryEdgeLists();
    private final InMemoryEdgeLists following = new InMemoryEdgeLists();
    private int done;

    /** Plays the next write; false if there is none. */
    boolean step() {
      if (done == writes.size()) {
        return false;
      }
      writes.get(done++).to(this);
      return true;
    }

    void play(int count) {
      for (int i = 0; i < count; i++) {
        step();
      }
    }

    int done() {
      return done;
    }

    Head head(Side side, String userId) {
      return of(side).heads(List.of(userId)).get(userId);
    }

    /** Those in the range of the head, as they are stored. */
    List<Page> pages(Side side, Head head) {
      return of(side).pages(head.userId(), head.firstPage(), head.nextPage());
    }

    LinkedHashMap<String, Long> list(Side side, String userId) {
      return listed(of(side), userId);
    }

    /** Lets something happen before each read. */
    GraphReads reads(Runnable before) {
      return new GraphReads(
          new DisturbedReads(followers, before), new DisturbedReads(following, before));
    }

    private InMemoryEdgeLists of(Side side) {
      return side == Side.FOLLOWERS ? followers : following;
    }
  }

  private final class Recording implements EdgeLists {
    private final InMemoryEdgeLists lists;
    private final Side side;

    Recording(InMemoryEdgeLists lists, Side side) {
      this.lists = lists;
      this.side = side;
    }

    @Override
    public Map<String, Head> heads(Collection<String> userIds) {
      return lists.heads(userIds);
    }

    @Override
    public List<Page> pages(String userId, int from, int to) {
      return lists.pages(userId, from, to);
    }

    // Each list by itself: one bulk write is not one atomic write.
    @Override
    public boolean save(List<HeadUpdate> updates) {
      updates.forEach(update -> writes.add(replay -> replay.of(side).save(List.of(update))));
      return lists.save(updates);
    }

    @Override
    public boolean insert(Page page) {
      writes.add(replay -> replay.of(side).insert(page));
      return lists.insert(page);
    }

    @Override
    public boolean replace(Page read, Page by) {
      writes.add(replay -> replay.of(side).replace(read, by));
      return lists.replace(read, by);
    }

    // Each page by itself: a delete of many is not one atomic write.
    @Override
    public void deletePages(String userId, int from, int to) {
      for (int number = from; number < to; number++) {
        int page = number;
        writes.add(replay -> replay.of(side).deletePages(userId, page, page + 1));
      }
      lists.deletePages(userId, from, to);
    }

    @Override
    public void deleteOlder(String userId, int number, long revision) {
      writes.add(replay -> replay.of(side).deleteOlder(userId, number, revision));
      lists.deleteOlder(userId, number, revision);
    }
  }
}
