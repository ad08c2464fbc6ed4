package io.longtail.followers.edgelist;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a head needs next to keep its bounds. Each step moves members between the head and its pages
 * and changes neither members nor count. Pages are always written before the head that shows them,
 * and deleted after the head that does not.
 */
public sealed interface Step {

  /** Nothing: the head is within its bounds. */
  record None() implements Step {}

  /** Write {@code page}, then save {@code update}, which takes its members out of the head. */
  record Spill(Page page, HeadUpdate update) implements Step {

    /** What to do when a page of this number is there already. */
    public enum Found {
      /** Left by a spill from an older head that was never saved: replace it. */
      OLDER,
      /** The very page: a former attempt wrote it. */
      SAME,
      /** Somebody spilled from a newer head: the race is lost. */
      NEWER,
      /**
       * Somebody with other settings spilled other members from this very head. Which of the two
       * pages counts is decided by saving the head unchanged under its next revision first.
       */
      OTHER_SETTINGS
    }

    public Found compare(Page found) {
      if (found.fromRevision() != page.fromRevision()) {
        return found.fromRevision() < page.fromRevision() ? Found.OLDER : Found.NEWER;
      }
      return found.edges().equals(page.edges()) ? Found.SAME : Found.OTHER_SETTINGS;
    }
  }

  /** Take the removed members out of the pages in the head's range, then save the head. */
  record Compact(Head head) implements Step {

    /** The page without removed members; empty if it holds none and stays as it is. */
    public Optional<Page> rewritten(Page page) {
      Edges kept = page.edges().without(head.removedIds());
      if (kept == page.edges()) {
        return Optional.empty();
      }
      long compacted = Math.max(page.compacted(), head.revision());
      return Optional.of(
          new Page(page.userId(), page.number(), kept, page.fromRevision(), compacted));
    }

    /**
     * @param leadingEmptyPages how many pages at the beginning of the range are empty now
     */
    public HeadUpdate update(int leadingEmptyPages) {
      return HeadUpdate.rearranging(
          head,
          head.rearranged(
              head.edges(), head.firstPage() + leadingEmptyPages, head.nextPage(), Set.of()));
    }
  }

  /** Take everything back into the head and save it, then delete the pages. */
  record Unspill(Head head) implements Step {

    /** How many members a page shows. */
    public int shownIn(Page page) {
      return page.edges().without(head.removedIds()).size();
    }

    /** Whether the list is damaged: its pages show so many that it holds more than its count. */
    public boolean isMoreThanCounted(long shownInPages) {
      return head.edges().size() + shownInPages > head.count();
    }

    /**
     * @param pages every page in the head's range, in order
     */
    public HeadUpdate update(List<Page> pages) {
      if (pages.size() != head.pages()) {
        throw new IllegalArgumentException(
            pages.size() + " pages given of " + head.pages() + " in range");
      }
      List<Edges> parts =
          new ArrayList<>(
              pages.stream().map(page -> page.edges().without(head.removedIds())).toList());
      parts.add(head.edges());
      return HeadUpdate.rearranging(
          head, head.rearranged(Edges.concat(parts), head.nextPage(), head.nextPage(), Set.of()));
    }
  }
}
