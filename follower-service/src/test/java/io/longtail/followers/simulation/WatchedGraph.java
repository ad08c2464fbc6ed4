package io.longtail.followers.simulation;

import io.longtail.followers.EdgeLists;
import io.longtail.followers.InMemoryEdgeLists;
import io.longtail.followers.ListPart.Item;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadBytes;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import io.longtail.followers.simulation.ListVersions.Version;
import io.longtail.followers.simulation.LogTruth.EdgeState;
import io.longtail.followers.simulation.LogTruth.ListState;
import io.longtail.followers.simulation.Simulation.Setup;
import io.longtail.followers.simulation.Totals.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The stored lists of both sides. With every write that takes effect, the list that it concerns is
 * compared with what the log determines at the place up to which its head says it is applied.
 */
final class WatchedGraph {
  private final SimulatedLog log;
  private final LogTruth truth;
  private final Totals totals;
  private final boolean comparesRevisions;
  private final int leastThreshold;
  private final Map<Side, InMemoryEdgeLists> lists = new EnumMap<>(Side.class);
  private final Map<Side, Map<String, ListVersions>> versions = new EnumMap<>(Side.class);

  /** By follower and partition: at which sequence an index was first applied. */
  private final Map<String, Map<Integer, TreeMap<Integer, Long>>> sequenceWhenApplied =
      new HashMap<>();

  private long time;

  WatchedGraph(SimulatedLog log, LogTruth truth, Totals totals, Setup setup) {
    this.log = log;
    this.truth = truth;
    this.totals = totals;
    this.comparesRevisions = setup.comparesRevisions();
    this.leastThreshold =
        setup.settings().stream().mapToInt(ListSettings::threshold).min().orElseThrow();
    for (Side side : Side.values()) {
      lists.put(side, new InMemoryEdgeLists());
      versions.put(side, new HashMap<>());
    }
  }

  EdgeLists lists(Side side) {
    return new WatchedLists(side, lists.get(side));
  }

  /** Counts the writes that took effect. */
  long time() {
    return time;
  }

  ListVersions versions(Side side, String user) {
    return versions.get(side).computeIfAbsent(user, x -> new ListVersions());
  }

  Head head(Side side, String user) {
    return lists.get(side).heads(List.of(user)).get(user);
  }

  /** The sequence of the follower's list when an index was first applied; -1 if it is not yet. */
  long sequenceWhenApplied(String follower, int partition, int index) {
    Map.Entry<Integer, Long> entry =
        sequenceWhenApplied
            .getOrDefault(follower, Map.of())
            .getOrDefault(partition, new TreeMap<>())
            .ceilingEntry(index);
    return entry == null ? -1 : entry.getValue();
  }

  private final class WatchedLists implements EdgeLists {
    private final Side side;
    private final InMemoryEdgeLists stored;

    WatchedLists(Side side, InMemoryEdgeLists stored) {
      this.side = side;
      this.stored = stored;
    }

    @Override
    public Map<String, Head> heads(Collection<String> userIds) {
      return stored.heads(userIds);
    }

    @Override
    public List<Page> pages(String userId, int from, int to) {
      return stored.pages(userId, from, to);
    }

    @Override
    public boolean save(List<HeadUpdate> updates) {
      boolean all = true;
      for (HeadUpdate update : updates) {
        String user = update.after().userId();
        Head before = head(side, user);
        boolean saved = stored.save(List.of(update)) || !comparesRevisions;
        if (!comparesRevisions) {
          stored.put(update.after());
        }
        all &= saved;
        if (saved) {
          time++;
          checkSaved(side, before, update.after());
        } else {
          totals.add(update.before().isStored() ? Kind.RACES_LOST : Kind.DUPLICATE_KEYS);
        }
      }
      return all;
    }

    @Override
    public boolean insert(Page page) {
      boolean inserted = stored.insert(page);
      if (!inserted) {
        totals.add(Kind.DUPLICATE_KEYS);
      }
      return changed(page.userId(), inserted);
    }

    @Override
    public boolean replace(Page read, Page by) {
      return changed(by.userId(), stored.replace(read, by));
    }

    @Override
    public void deletePages(String userId, int from, int to) {
      stored.deletePages(userId, from, to);
      changed(userId, true);
    }

    @Override
    public void deleteOlder(String userId, int number, long revision) {
      stored.deleteOlder(userId, number, revision);
      changed(userId, true);
    }

    private boolean changed(String user, boolean tookEffect) {
      if (tookEffect) {
        time++;
        // Whatever happens to pages: the list stays what it is.
        List<Item> now = listed(side, head(side, user));
        Broken.unless(
            now.equals(versions(side, user).current().items()),
            () ->
                "a write of a page changed %s of %s from %s to %s"
                    .formatted(side, user, versions(side, user).current().items(), now));
      }
      return tookEffect;
    }
  }

  /**
   * The list oldest first: what readers of the documents take it for. Law 1, and marks that rise.
   */
  private List<Item> listed(Side side, Head head) {
    List<Page> pages = lists.get(side).pages(head.userId(), head.firstPage(), head.nextPage());
    Broken.unless(
        pages.size() == head.pages(), () -> "a page in the range of %s is missing".formatted(head));
    List<Item> items = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Page page : pages) {
      list(head, page.edges(), head.removedIds(), items, ids);
    }
    list(head, head.edges(), Set.of(), items, ids);
    return items;
  }

  private static void list(
      Head head, Edges edges, Set<String> without, List<Item> items, Set<String> ids) {
    for (int i = 0; i < edges.size(); i++) {
      Item item = new Item(edges.id(i), edges.mark(i));
      if (!without.contains(item.id())) {
        Broken.unless(ids.add(item.id()), () -> "%s is twice in %s".formatted(item.id(), head));
        Broken.unless(
            items.isEmpty() || items.get(items.size() - 1).mark() < item.mark(),
            () -> "marks do not rise at %s in %s".formatted(item, head));
        items.add(item);
      }
    }
  }

  private void checkSaved(Side side, Head before, Head after) {
    String user = after.userId();
    List<Item> items = listed(side, after);
    Broken.unless(
        after.count() == items.size(),
        () -> "law 2: %s lists %d members".formatted(after, items.size()));
    Broken.unless(
        after.revision() == before.revision() + 1
            && after.firstPage() >= before.firstPage()
            && after.nextPage() >= before.nextPage()
            && after.firstPage() <= after.nextPage(),
        () -> "from %s to %s".formatted(before, after));
    if (side == Side.FOLLOWERS) {
      checkFollowers(after, items);
    } else {
      checkFollowing(before, after, items);
    }
    versions(side, user).add(new Version(time, after.revision(), after.sequence(), items));
    if (after.nextPage() > before.nextPage()) {
      totals.add(Kind.SPILLS);
      if (before.edges().size() <= leastThreshold) {
        totals.add(Kind.SPILLS_BY_BYTES);
      }
    } else if (after.sequence() == before.sequence()
        && after.removedIds().isEmpty()
        && !before.removedIds().isEmpty()) {
      totals.add(
          after.edges().size() > before.edges().size() && !after.hasOverflow()
              ? Kind.UNSPILLS
              : Kind.COMPACTIONS);
    } else if (before.hasOverflow() && !after.hasOverflow()) {
      totals.add(Kind.UNSPILLS);
    }
  }

  /** All that is in a list of followers follows from the log of its one partition. */
  private void checkFollowers(Head head, List<Item> items) {
    int index = log.applied(head.applied(), log.partitionOf(head.userId()));
    ListState expected = truth.followersAt(head.userId(), index);
    Broken.unless(
        items.equals(expected.items()) && head.sequence() == expected.sequence(),
        () ->
            "followers of %s after index %d: %s under sequence %d, in the log %s under %d; %s"
                .formatted(
                    head.userId(),
                    index,
                    items,
                    head.sequence(),
                    expected.items(),
                    expected.sequence(),
                    head));
  }

  /** Of a list of following, the order depends on which partition came first; all else does not. */
  private void checkFollowing(Head before, Head after, List<Item> items) {
    String user = after.userId();
    Map<String, Long> marks = new HashMap<>();
    items.forEach(item -> marks.put(item.id(), item.mark()));
    Map<String, Long> marksBefore = new HashMap<>();
    versions(Side.FOLLOWING, user)
        .current()
        .items()
        .forEach(item -> marksBefore.put(item.id(), item.mark()));
    int[] applied = new int[log.partitions()];
    int[] appliedBefore = new int[log.partitions()];
    for (int p = 0; p < log.partitions(); p++) {
      applied[p] = log.applied(after.applied(), p);
      appliedBefore[p] = log.applied(before.applied(), p);
      if (applied[p] > appliedBefore[p]) {
        sequenceWhenApplied
            .computeIfAbsent(user, x -> new HashMap<>())
            .computeIfAbsent(p, x -> new TreeMap<>())
            .put(applied[p], after.sequence());
      }
    }
    int own = log.partitionOf(user);
    long sequence = truth.repairsUpTo(user, applied[own]);
    int members = 0;
    for (Map.Entry<String, TreeMap<Integer, EdgeState>> edge : truth.edgesOf(user).entrySet()) {
      String followee = edge.getKey();
      int partition = log.partitionOf(followee);
      EdgeState now = LogTruth.edgeAt(edge.getValue(), applied[partition]);
      sequence += now.changes();
      members += now.isThere() ? 1 : 0;
      Long mark = marks.get(followee);
      Broken.unless(
          (mark != null) == now.isThere(),
          () ->
              "following of %s %s %s, against the log; %s"
                  .formatted(user, mark == null ? "lacks" : "has", followee, after));
      EdgeState then = LogTruth.edgeAt(edge.getValue(), appliedBefore[partition]);
      Broken.unless(
          then.changes() == now.changes()
              ? Objects.equals(mark, marksBefore.get(followee))
              : mark == null || mark > before.lastMark(),
          () -> "mark of %s from %s to %s".formatted(followee, before, after));
    }
    long expectedSequence = sequence;
    Broken.unless(
        items.size() == members && after.sequence() == expectedSequence,
        () -> "sequence %d expected in %s".formatted(expectedSequence, after));
  }

  /**
   * Laws 3 and 4, and that nothing of the log is missing: when everything is applied.
   *
   * @param threshold of who applied it last
   * @param headBytes the largest of all
   * @param pageSize the largest of all who spilled
   */
  void checkDrained(int threshold, int headBytes, int pageSize) {
    for (Side side : Side.values()) {
      Iterable<String> users =
          side == Side.FOLLOWERS ? truth.followees() : truth.followersOfAnybody();
      for (String user : users) {
        Head head = head(side, user);
        checkAppliedToTheEnd(side, head);
        checkBounds(side, head, threshold, headBytes, pageSize);
      }
    }
  }

  private void checkAppliedToTheEnd(Side side, Head head) {
    String user = head.userId();
    if (side == Side.FOLLOWERS) {
      int partition = log.partitionOf(user);
      ListState end = truth.followersAt(user, log.end(partition));
      Broken.unless(
          versions(side, user).current().items().equals(end.items())
              && head.sequence() == end.sequence(),
          () -> "in the end followers of %s: %s, in the log: %s".formatted(user, head, end));
      return;
    }
    List<String> expected = new ArrayList<>();
    truth
        .edgesOf(user)
        .forEach(
            (followee, edge) -> {
              if (edge.lastEntry().getValue().isThere()) {
                expected.add(followee);
              }
            });
    List<String> listed =
        versions(side, user).current().items().stream().map(Item::id).sorted().toList();
    Broken.unless(
        listed.equals(expected),
        () -> "in the end following of %s: %s, in the log: %s".formatted(user, head, expected));
  }

  /**
   * The bytes are judged by the very code that decides when to spill; that it counts what is stored
   * is what {@code StoredSizesTest} proves, by BSON.
   */
  private void checkBounds(Side side, Head head, int threshold, int headBytes, int pageSize) {
    Broken.unless(
        HeadBytes.of(head, "followingIds".length(), "followingCount".length()) <= headBytes,
        () -> "law 3: %s is over its bytes of %d".formatted(head, headBytes));
    Broken.unless(
        head.edges().size() <= threshold,
        () -> "law 3: %s is over its threshold of %d".formatted(head, threshold));
    for (Page page : lists.get(side).pages(head.userId(), head.firstPage(), head.nextPage())) {
      Broken.unless(
          page.edges().size() <= pageSize,
          () -> "law 3: %s is over the size of %d".formatted(page, pageSize));
    }
  }
}
