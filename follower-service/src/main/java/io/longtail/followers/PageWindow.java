package io.longtail.followers;

import io.longtail.followers.ListPart.Place;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.Page;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pages of one head as one answer sees them: each is read at most once. A page that is missing,
 * or was compacted for a later head, shows that the head is outdated.
 */
final class PageWindow {
  private final ListReads lists;
  private final Head head;
  private final Map<Integer, Page> read = new HashMap<>();

  PageWindow(ListReads lists, Head head) {
    this.lists = lists;
    this.head = head;
  }

  boolean isUsed() {
    return !read.isEmpty();
  }

  /** Empty: the answer is to be begun again. */
  Optional<Page> page(int number) {
    Page page = read.get(number);
    if (page == null) {
      List<Page> found = lists.pages(head.userId(), number, number + 1);
      if (found.isEmpty() || found.get(0).compacted() > head.revision()) {
        return Optional.empty();
      }
      page = found.get(0);
      read.put(number, page);
    }
    return Optional.of(page);
  }

  /** Whether, by a look at the head afterwards, all pages read were the first head's own. */
  boolean isStillOf(Head now) {
    return now.firstPage() == head.firstPage();
  }

  /**
   * The last page whose first mark is below the given one; the one before the first page if there
   * is none. Pages with higher numbers have higher marks, so it is searched by halves. Where the
   * place names a page that is still in range, that is it, without a search. Empty: begin again.
   */
  Optional<Integer> lastPageBeginningBelow(long mark, Optional<Place> hint) {
    Optional<Integer> named =
        hint.map(Place::page).filter(n -> n >= head.firstPage() && n < head.nextPage());
    if (named.isPresent()) {
      return named;
    }
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
      Optional<Page> page = page(number);
      if (page.isEmpty()) {
        return Optional.empty();
      }
      if (!page.get().isEmpty()) {
        return Optional.of(new Verdict(page.get().edges().mark(0) < mark, number));
      }
    }
    return Optional.of(new Verdict(true, head.firstPage() - 1)); // all empty: none of these
  }
}
