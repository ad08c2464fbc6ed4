package io.longtail.local.verifying;

import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredHead;
import io.longtail.local.stored.StoredLists;
import io.longtail.local.stored.StoredPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads one list and judges what it can violate by itself: laws 1 and 3, order, and count = list. A
 * list that is written to meanwhile is read again, a bounded number of times.
 */
final class ListInspector {
  private static final int ATTEMPTS = 10;

  private final StoredLists lists;
  private final Limits limits;
  private final HeadBounds bounds;

  ListInspector(StoredLists lists, Limits limits) {
    this.lists = lists;
    this.limits = limits;
    this.bounds = new HeadBounds(limits);
  }

  /**
   * @param found the head as it was found, which is enough for a list without pages
   * @return empty if it was written to all the time
   */
  Optional<ListReading> inspect(Side side, StoredHead found) {
    StoredHead head = found;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Attempt reading = new Attempt(side, head);
      if (!head.hasPages()) {
        return Optional.of(reading.finish());
      }
      lists.forEachPage(side, head, reading::addPage);
      StoredHead now = lists.head(side, head.user()).orElse(head);
      // Unmoved, what is off is off for good; moved, a page may have been taken or rewritten.
      boolean unmoved = now.revision() == head.revision();
      if (unmoved || (!reading.isTorn && now.firstPage() == head.firstPage())) {
        return Optional.of(reading.finish());
      }
      head = now;
    }
    return Optional.empty();
  }

  /** One reading of one list, in the order in which it is stored: pages, then the head. */
  private final class Attempt {
    private final Side side;
    private final StoredHead head;
    private final Hashes edges = new Hashes();
    private final Longs marks = new Longs();
    private final List<Violation> violations = new ArrayList<>();
    private long lastMark = Long.MIN_VALUE;
    private boolean marksFall;
    private boolean isTorn;

    Attempt(Side side, StoredHead head) {
      this.side = side;
      this.head = head;
    }

    void addPage(long number, Optional<StoredPage> stored) {
      if (stored.isEmpty()) {
        isTorn = true;
        violate(Law.BOUNDS, "page %d is missing", number);
        return;
      }
      StoredPage page = stored.get();
      isTorn |= page.compacted() > head.revision();
      page.faults().forEach(fault -> violate(Law.BOUNDS, "page %d: %s", number, fault));
      if (page.ids().size() > limits.pageSize()) {
        violate(
            Law.BOUNDS,
            "page %d holds %d ids, not at most %d",
            number,
            page.ids().size(),
            limits.pageSize());
      }
      addMarks("page " + number, page.ids(), page.marks());
      addEdges(page.ids(), page.marks(), head.removedIds());
    }

    ListReading finish() {
      head.faults().forEach(fault -> violate(Law.BOUNDS, "head: %s", fault));
      addMarks("the head", head.ids(), head.marks());
      addEdges(head.ids(), head.marks(), Set.of());
      if (head.hasOverflow() != head.hasPages()) {
        violate(
            Law.BOUNDS,
            "hasOverflow is %s and the pages are %d to below %d",
            head.hasOverflow() ? "true" : "absent",
            head.firstPage(),
            head.nextPage());
      }
      nameRepeated(edges.repeated());
      if (head.count() != edges.size()) {
        violate(
            Law.COUNT_IS_LIST,
            "%s is %d and %d ids are listed",
            side.countField(),
            head.count(),
            edges.size());
      }
      return new ListReading(
          head, edges, marks, List.copyOf(violations), bounds.excess(side, head));
    }

    private void addEdges(List<String> ids, long[] marksOfIds, Set<String> removedIds) {
      for (int i = 0; i < ids.size(); i++) {
        if (!removedIds.contains(ids.get(i))) {
          edges.add(side.edge(head.user(), ids.get(i)).hash());
          marks.add(i < marksOfIds.length ? marksOfIds[i] : -1);
        }
      }
    }

    private void addMarks(String where, List<String> ids, long[] marks) {
      if (marks.length != ids.size()) {
        violate(Law.BOUNDS, "%s has %d ids and %d marks", where, ids.size(), marks.length);
      }
      for (long mark : marks) {
        if (mark <= lastMark && !marksFall) {
          // The first one tells it; the ones behind it follow from it.
          marksFall = true;
          violate(Law.ORDER, "in %s mark %d comes after mark %d", where, mark, lastMark);
        }
        lastMark = mark;
      }
    }

    private void nameRepeated(Set<Long> repeated) {
      if (repeated.isEmpty()) {
        return;
      }
      Map<String, Integer> times = new TreeMap<>();
      lists.forEachPage(
          side,
          head,
          (number, stored) ->
              stored.ifPresent(
                  page ->
                      page.ids().stream()
                          .filter(id -> !head.removedIds().contains(id))
                          .filter(id -> repeated.contains(side.edge(head.user(), id).hash()))
                          .forEach(id -> times.merge(id, 1, Integer::sum))));
      head.ids().stream()
          .filter(id -> repeated.contains(side.edge(head.user(), id).hash()))
          .forEach(id -> times.merge(id, 1, Integer::sum));
      // Once only: its other place is gone since, and the next reading will not find it.
      times.values().removeIf(count -> count < 2);
      times.forEach((id, count) -> violate(Law.NO_DUPLICATES, "%s is listed %d times", id, count));
    }

    private void violate(Law law, String format, Object... args) {
      violations.add(
          new Violation(law, head.user(), side.heads() + ": " + String.format(format, args)));
    }
  }
}
