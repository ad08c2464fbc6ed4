package io.longtail.followers;

import io.longtail.followers.ListPart.Item;
import io.longtail.followers.ListPart.Place;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads parts of lists. What the head holds is answered from the head alone. Where pages are
 * needed, the answer is the list at the first head's revision or none: the head is read again, and
 * if pages were moved, taken away or compacted meanwhile, the answer is begun again.
 *
 * <p>No answer has an id twice, also not of a list that was damaged by hand: its newest entry
 * counts, as it will when the list is repaired.
 */
public final class ListReader {
  private static final int ATTEMPTS_MAX = 20;

  private final GraphReads graph;

  public ListReader(GraphReads graph) {
    this.graph = graph;
  }

  /**
   * @param after where the last part ended; empty for the first
   * @throws ListMovedException if the list is rearranged faster than it can be read
   */
  public ListPart read(Side side, String userId, Order order, int limit, Optional<Place> after) {
    ListReads lists = graph.of(side);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Head head = head(lists, userId);
      PageWindow window = new PageWindow(lists, head);
      Map<String, Found> found = new LinkedHashMap<>();
      boolean whole =
          order == Order.NEWEST
              ? newest(head, window, limit, after, found)
              : oldest(head, window, limit, after, found);
      if (whole && (!window.isUsed() || window.isStillOf(head(lists, userId)))) {
        return answer(head, List.copyOf(found.values()), limit);
      }
    }
    throw new ListMovedException(userId);
  }

  private static Head head(ListReads lists, String userId) {
    return lists.heads(List.of(userId)).get(userId);
  }

  private record Found(Item item, int page) {}

  // One more than the limit is looked for: only so it is known whether there is a next part.
  private static ListPart answer(Head head, List<Found> found, int limit) {
    List<Item> items = found.stream().limit(limit).map(Found::item).toList();
    Optional<Place> next = Optional.empty();
    if (found.size() > limit) {
      Found last = found.get(limit - 1);
      next = Optional.of(new Place(last.item().mark(), last.page()));
    }
    return new ListPart(items, head.count(), head.sequence(), next);
  }

  private static boolean newest(
      Head head, PageWindow window, int limit, Optional<Place> after, Map<String, Found> found) {
    long below = after.map(Place::mark).orElse(Long.MAX_VALUE);
    takeDown(head.edges(), below, limit, Place.IN_HEAD, found);
    if (found.size() > limit || !head.hasOverflow()) {
      return true;
    }
    Optional<Integer> start = window.lastPageBeginningBelow(below, after);
    if (start.isEmpty()) {
      return false;
    }
    for (int number = start.get(); number >= head.firstPage() && found.size() <= limit; number--) {
      Optional<Edges> page = window.page(number);
      if (page.isEmpty()) {
        return false;
      }
      takeDown(page.get(), below, limit, number, found);
    }
    return true;
  }

  private static void takeDown(
      Edges edges, long below, int limit, int page, Map<String, Found> found) {
    for (int i = edges.countBelow(below) - 1; i >= 0 && found.size() <= limit; i--) {
      found.putIfAbsent(edges.id(i), new Found(new Item(edges.id(i), edges.mark(i)), page));
    }
  }

  private static boolean oldest(
      Head head, PageWindow window, int limit, Optional<Place> after, Map<String, Found> found) {
    long above = after.map(Place::mark).orElse(0L);
    boolean headOnly =
        !head.hasOverflow() || !head.edges().isEmpty() && head.edges().mark(0) <= above;
    if (!headOnly) {
      // A page that begins at or below the mark may go on above it.
      Optional<Integer> start = window.lastPageBeginningBelow(above + 1, after);
      if (start.isEmpty()) {
        return false;
      }
      for (int number = Math.max(start.get(), head.firstPage());
          number < head.nextPage() && found.size() <= limit;
          number++) {
        Optional<Edges> page = window.page(number);
        if (page.isEmpty()) {
          return false;
        }
        takeUp(page.get(), above, limit, number, found);
      }
    }
    takeUp(head.edges(), above, limit, Place.IN_HEAD, found);
    return true;
  }

  private static void takeUp(
      Edges edges, long above, int limit, int page, Map<String, Found> found) {
    for (int i = edges.indexOfFirstAbove(above); i < edges.size() && found.size() <= limit; i++) {
      found.remove(edges.id(i)); // to stand where the newer entry does
      found.put(edges.id(i), new Found(new Item(edges.id(i), edges.mark(i)), page));
    }
  }
}
