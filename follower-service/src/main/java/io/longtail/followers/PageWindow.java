package io.longtail.followers;

import io.longtail.followers.ListPart.Place;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.Page;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pages of one head as one answer sees them: each is read at most once. A page that is missing,
 * or was compacted for a later head, shows that the head is outdated.
 */
final class PageWindow {
  private final ListReads lists;
  private final Head head;
  private final Map<Integer, Edges> read = new HashMap<>();
  private Set<String> hidden;

  PageWindow(ListReads lists, Head head) {
    this.lists = lists;
    this.head = head;
  }

  boolean isUsed() {
    return !read.isEmpty();
  }

  /** What the page adds to the list. Empty: the answer is to be begun again. */
  Optional<Edges> page(int number) {
    Edges members = read.get(number);
    if (members == null) {
      List<Page> found = lists.pages(head.userId(), number, number + 1);
      if (found.isEmpty() || found.get(0).compacted() > head.revision()) {
        return Optional.empty();
      }
      members = found.get(0).edges().without(hidden());
      read.put(number, members);
    }
    return Optional.of(members);
  }

  /**
   * Who left, and who stands in the head: no list has an id in both, but one that was damaged by
   * hand may, and then the head's entry counts, so that no id is shown twice until it is repaired.
   */
  private Set<String> hidden() {
    if (hidden == null) {
      hidden = new HashSet<>(head.removedIds());
      hidden.addAll(head.edges().ids());
    }
    return hidden;
  }

  /** Whether, by a look at the head afterwards, all pages read were the first head's own. */
  boolean isStillOf(Head now) {
    return now.firstPage() == head.firstPage();
  }

  /**
   * The last page whose first mark is below the given one; the one before the first page if there
   * is none. Pages with higher numbers have higher marks, so it is searched by halves; where the
   * place names a page around its mark, without a search. Empty: begin again.
   */
  Optional<Integer> lastPageBeginningBelow(long mark, Optional<Place> after) {
    int named = after.map(Place::page).orElse(Place.IN_HEAD);
    if (named >= head.firstPage() && named < head.nextPage()) {
      Optional<Edges> page = page(named);
      if (page.isEmpty()) {
        return Optional.empty();
      }
      if (isAround(page.get(), after.get().mark())) {
        return Optional.of(page.get().mark(0) < mark ? named : named - 1);
      }
    }
    return search(mark);
  }

  // The page named is a hint and no more: a database put back from a backup has other pages.
  private static boolean isAround(Edges page, long mark) {
    return !page.isEmpty() && page.mark(0) <= mark && mark <= page.mark(page.size() - 1);
  }

  private Optional<Integer> search(long mark) {
    int below = head.firstPage() - 1;
    int last = below;
    int notBelow = head.nextPage();
    int probe = head.nextPage() - 1; // most often it is the newest page
    while (notBelow - below > 1) {
      Optional<Verdict> verdict = judge(probe, below, mark);
      if (verdict.isEmpty()) {
        return Optional.empty();
      }
      if (!verdict.get().isBelow()) {
        notBelow = verdict.get().page();
      } else {
        below = probe;
        // Not an empty page behind it: it may go on above the mark itself.
        last = Math.max(last, verdict.get().page());
      }
      probe = (below + notBelow) >>> 1;
    }
    return Optional.of(last);
  }

  private record Verdict(boolean isBelow, int page) {}

  /** Judges by the nearest page at or before the probe that is not empty. */
  private Optional<Verdict> judge(int probe, int below, long mark) {
    for (int number = probe; number > below; number--) {
      Optional<Edges> page = page(number);
      if (page.isEmpty()) {
        return Optional.empty();
      }
      if (!page.get().isEmpty()) {
        return Optional.of(new Verdict(page.get().mark(0) < mark, number));
      }
    }
    return Optional.of(new Verdict(true, head.firstPage() - 1)); // all empty: none of these
  }
}
