package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.Page;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Takes members out of the pages in a head's range, each page only if it is what was read. */
final class PageRewrite {
  private boolean onlyEmptySoFar = true;
  private int leadingEmptyPages;
  private boolean raceLost;

  private PageRewrite() {}

  /**
   * @param rewritten what a page is to become; empty to leave it
   * @return how many pages at the beginning of the range are empty now; nothing if a page was
   *     missing or changed by somebody else: the head is outdated
   */
  static OptionalInt run(EdgeLists lists, Head head, Function<Page, Optional<Page>> rewritten) {
    PageRewrite run = new PageRewrite();
    boolean whole =
        PageLookup.forEachPageUnlessMoved(
            lists, head, page -> run.take(lists, page, rewritten.apply(page)));
    return whole && !run.raceLost ? OptionalInt.of(run.leadingEmptyPages) : OptionalInt.empty();
  }

  private boolean take(EdgeLists lists, Page page, Optional<Page> rewritten) {
    onlyEmptySoFar &= rewritten.orElse(page).isEmpty();
    leadingEmptyPages += onlyEmptySoFar ? 1 : 0;
    raceLost = rewritten.isPresent() && !lists.replace(page, rewritten.get());
    return !raceLost;
  }
}
