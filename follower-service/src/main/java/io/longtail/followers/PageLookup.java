package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.Page;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the pages of a list in chunks: never more than a few of them are in memory. */
final class PageLookup {
  /** 32 pages of 900 members are about 1 MB on the wire. */
  static final int PAGES_PER_READ = 32;

  private PageLookup() {}

  /** Takes a page and says whether to go on. */
  @FunctionalInterface
  interface PageVisitor {
    boolean visit(Page page);
  }

  /** Pages in the head's range, oldest first. False if one was missing: the head is outdated. */
  static boolean forEachPage(ListReads lists, Head head, PageVisitor visitor) {
    for (int from = head.firstPage(); from < head.nextPage(); from += PAGES_PER_READ) {
      int to = Math.min(from + PAGES_PER_READ, head.nextPage());
      List<Page> pages = lists.pages(head.userId(), from, to);
      if (pages.size() != to - from) {
        return false;
      }
      for (Page page : pages) {
        if (!visitor.visit(page)) {
          return true;
        }
      }
    }
    return true;
  }

  /**
   * The same for whoever changes the list: false means that the head has moved.
   *
   * @throws DamagedListException if a page is missing though the head has not moved
   */
  static boolean forEachPageUnlessMoved(ListReads lists, Head head, PageVisitor visitor) {
    if (forEachPage(lists, head, visitor)) {
      return true;
    }
    Head now = lists.heads(List.of(head.userId())).get(head.userId());
    if (now.revision() == head.revision()) {
      throw new DamagedListException(
          "a page of the list of "
              + head.userId()
              + " is missing, from "
              + head.firstPage()
              + " to "
              + (head.nextPage() - 1)
              + ": the list is to be repaired");
    }
    return false;
  }

  /**
   * Those of {@code wanted} that are in pages, with their marks; empty if a page was missing. For
   * ids of which the head cannot tell, being in a page is being a member.
   */
  static Optional<Map<String, Long>> find(ListReads lists, Head head, Set<String> wanted) {
    Map<String, Long> found = new HashMap<>();
    boolean whole =
        forEachPageUnlessMoved(
            lists,
            head,
            page -> {
              collect(page, wanted, found);
              return found.size() < wanted.size();
            });
    return whole ? Optional.of(found) : Optional.empty();
  }

  /** Notes the marks of those of {@code wanted} that are in the page. */
  static void collect(Page page, Set<String> wanted, Map<String, Long> found) {
    for (String id : wanted) {
      int at = page.edges().indexOf(id);
      if (at >= 0) {
        found.put(id, page.edges().mark(at));
      }
    }
  }
}
