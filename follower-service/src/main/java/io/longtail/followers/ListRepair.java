package io.longtail.followers;

import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.Page;
import io.longtail.followers.edgelist.Rebuild;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rebuilds a stored list that cannot be trusted: every member once, the count of what is listed,
 * every page in range there. Pages are rewritten before the head is saved, as in a compaction, so
 * that a repair which ends half-way is done again and ends the same; so does one that others are at
 * beside it ({@link Rebuild}).
 */
final class ListRepair {
  private final EdgeLists lists;

  ListRepair(EdgeLists lists) {
    this.lists = lists;
  }

  /**
   * @param tell is given the head that will be saved, but for its range of pages, before it is
   * @return the head with the repair applied
   */
  Head run(RepairOrder order, Consumer<Head> tell, Races races) {
    while (true) {
      Head head = load(order.userId());
      if (head.applied().covers(order.position())) {
        return head;
      }
      Optional<Head> rebuilt = attempt(head, order, tell);
      if (rebuilt.isPresent()) {
        sweep(rebuilt.get());
        return rebuilt.get();
      }
      races.lost("repair of " + order.userId());
    }
  }

  private Head load(String userId) {
    return lists.heads(List.of(userId)).get(userId);
  }

  private Optional<Head> attempt(Head head, RepairOrder order, Consumer<Head> tell) {
    Rebuild rebuild = new Rebuild(head);
    if (!survey(head, rebuild)) {
      putBackMissingPages(head);
      return Optional.empty();
    }
    // Whoever else is at work on this list may have changed pages while they were read.
    if (load(head.userId()).revision() != head.revision()) {
      return Optional.empty();
    }
    tell.accept(rebuild.update(0, order.position()).after());
    OptionalInt leadingEmptyPages = PageRewrite.run(lists, head, rebuild::rewritten);
    if (leadingEmptyPages.isEmpty()) {
      return Optional.empty();
    }
    HeadUpdate update = rebuild.update(leadingEmptyPages.getAsInt(), order.position());
    return lists.save(List.of(update)) ? Optional.of(update.after()) : Optional.empty();
  }

  private boolean survey(Head head, Rebuild rebuild) {
    return forEachPage(head, rebuild::survey)
        && (!rebuild.isAmbiguous() || forEachPage(head, rebuild::locate));
  }

  private boolean forEachPage(Head head, Consumer<Page> visitor) {
    return PageLookup.forEachPage(
        lists,
        head,
        page -> {
          visitor.accept(page);
          return true;
        });
  }

  /**
   * Empty ones, if the head still shows their numbers. Nobody deletes a page in range: its members
   * are lost to this side, and a walk over the list would end there. As if spilled from this head,
   * so that no late spill of an older one takes them for its own leftovers.
   */
  private void putBackMissingPages(Head head) {
    int pagesPerRead = PageLookup.PAGES_PER_READ;
    for (int from = head.firstPage(); from < head.nextPage(); from += pagesPerRead) {
      int to = Math.min(from + pagesPerRead, head.nextPage());
      Set<Integer> there = new HashSet<>();
      lists.pages(head.userId(), from, to).forEach(page -> there.add(page.number()));
      for (int number = from; number < to; number++) {
        if (!there.contains(number)) {
          // Should the list be unspilled meanwhile, this is one more page below its range.
          if (load(head.userId()).revision() != head.revision()) {
            return;
          }
          lists.insert(new Page(head.userId(), number, Edges.NONE, head.revision(), 0));
        }
      }
    }
  }

  /**
   * Pages outside of the range, left by a crash between a head's save and what goes with it. One at
   * {@code nextPage} may be another owner's that is about to be shown, unless it is of an older
   * head than this one.
   */
  private void sweep(Head head) {
    lists.deletePages(head.userId(), 0, head.firstPage());
    lists.deleteOlder(head.userId(), head.nextPage(), head.revision());
  }
}
