package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import io.longtail.followers.edgelist.Step;
import io.longtail.followers.edgelist.Upkeep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/** Carries out the steps that keep a head within its bounds, until it needs none. */
final class ListUpkeep {
  private final EdgeLists lists;
  private final ListSettings settings;

  ListUpkeep(EdgeLists lists, ListSettings settings) {
    this.lists = lists;
    this.settings = settings;
  }

  /** Starts from the head as the caller knows it: if that is outdated, the first save says so. */
  void run(Head known, Races races) {
    Head head = known;
    boolean mayUnspill = true;
    while (true) {
      Step step = Upkeep.next(head, settings, mayUnspill);
      if (step instanceof Step.None) {
        return;
      }
      Optional<Head> after = carryOut(step);
      if (after.isPresent()) {
        // A list that holds more than its count says stays in its pages until it is repaired.
        mayUnspill = !(step instanceof Step.Unspill) || after.get() != head;
        head = after.get();
      } else {
        races.lost("upkeep of " + head.userId());
        head = lists.heads(List.of(head.userId())).get(head.userId());
      }
    }
  }

  /**
   * The head after the step, saved; the same if there was nothing to take; empty if the race was
   * lost.
   */
  private Optional<Head> carryOut(Step step) {
    if (step instanceof Step.Spill spill) {
      return spill(spill);
    }
    if (step instanceof Step.Compact compact) {
      return compact(compact);
    }
    return step instanceof Step.Unspill unspill ? unspill(unspill) : Optional.empty();
  }

  private Optional<Head> spill(Step.Spill spill) {
    Page page = spill.page();
    if (!lists.insert(page)) {
      List<Page> found = lists.pages(page.userId(), page.number(), page.number() + 1);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      switch (spill.compare(found.get(0))) {
        case SAME -> {}
        case OLDER -> {
          if (!lists.replace(found.get(0), page)) {
            return Optional.empty();
          }
        }
        case NEWER -> {
          return Optional.empty();
        }
        case OTHER_SETTINGS -> {
          return save(HeadUpdate.touching(spill.update().before()));
        }
      }
    }
    return save(spill.update());
  }

  private Optional<Head> compact(Step.Compact compact) {
    Head head = compact.head();
    OptionalInt leadingEmptyPages = PageRewrite.run(lists, head, compact::rewritten);
    if (leadingEmptyPages.isEmpty()) {
      return Optional.empty();
    }
    Optional<Head> after = save(compact.update(leadingEmptyPages.getAsInt()));
    after.ifPresent(saved -> deleteBelow(saved, head));
    return after;
  }

  private Optional<Head> unspill(Step.Unspill unspill) {
    Head head = unspill.head();
    List<Page> pages = new ArrayList<>();
    AtomicLong shown = new AtomicLong();
    boolean whole =
        PageLookup.forEachPageUnlessMoved(
            lists,
            head,
            page -> {
              pages.add(page);
              return !unspill.isMoreThanCounted(shown.addAndGet(unspill.shownIn(page)));
            });
    if (!whole) {
      return Optional.empty();
    }
    if (unspill.isMoreThanCounted(shown.get())) {
      return Optional.of(head);
    }
    Optional<Head> after = save(unspill.update(pages));
    after.ifPresent(saved -> deleteBelow(saved, head));
    return after;
  }

  /** Pages below a saved head's range are out of every head's range for ever. */
  private void deleteBelow(Head saved, Head before) {
    if (before.firstPage() < saved.firstPage()) {
      lists.deletePages(saved.userId(), before.firstPage(), saved.firstPage());
    }
  }

  private Optional<Head> save(HeadUpdate update) {
    return lists.save(List.of(update)) ? Optional.of(update.after()) : Optional.empty();
  }
}
