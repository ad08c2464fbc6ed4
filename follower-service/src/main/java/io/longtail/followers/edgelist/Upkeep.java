package io.longtail.followers.edgelist;

import io.longtail.followers.edgelist.Step.Compact;
import io.longtail.followers.edgelist.Step.None;
import io.longtail.followers.edgelist.Step.Spill;
import io.longtail.followers.edgelist.Step.Unspill;

/** Chooses the next step of a head. Repeated until there is none, it ends within all bounds. */
public final class Upkeep {
  private static final None NONE = new None();

  private Upkeep() {}

  /**
   * @param mayUnspill false if the list is known to hold more than its count says
   */
  public static Step next(Head head, ListSettings settings, boolean mayUnspill) {
    if (mayUnspill && head.hasOverflow() && settings.fitsUnspilled(head.count())) {
      return new Unspill(head);
    }
    boolean tooLarge = isTooLarge(head, settings);
    if (!head.removedIds().isEmpty()
        && (head.removedIds().size() > settings.removedIdsMax()
            || tooLarge && mustCompactFirst(head, settings))) {
      return new Compact(head);
    }
    return tooLarge && spillable(head, settings) > 0 ? spill(head, settings) : NONE;
  }

  private static boolean isTooLarge(Head head, ListSettings settings) {
    return head.edges().size() > settings.threshold()
        || HeadBytes.upperBound(head) > settings.headBytesMax()
            && HeadBytes.atMost(head) > settings.headBytesMax();
  }

  /**
   * A removed member among those to spill would be hidden in its new page by its own entry in
   * {@code removedIds}. And where only bytes are too many, removed ids go before members do.
   */
  private static boolean mustCompactFirst(Head head, ListSettings settings) {
    return head.edges().size() <= settings.threshold()
        || head.edges().first(spillable(head, settings)).containsAny(head.removedIds());
  }

  private static int spillable(Head head, ListSettings settings) {
    return Math.max(0, Math.min(settings.pageSize(), head.edges().size() - settings.keptInHead()));
  }

  private static Spill spill(Head head, ListSettings settings) {
    int moved = spillable(head, settings);
    Page page =
        new Page(head.userId(), head.nextPage(), head.edges().first(moved), head.revision(), 0);
    Head after =
        head.rearranged(
            head.edges().withoutFirst(moved),
            head.firstPage(),
            head.nextPage() + 1,
            head.removedIds());
    return new Spill(page, HeadUpdate.rearranging(head, after));
  }
}
