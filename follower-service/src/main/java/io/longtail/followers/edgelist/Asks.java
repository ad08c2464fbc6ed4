package io.longtail.followers.edgelist;

import io.longtail.followers.edgelist.Ask.Wish;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The asks of one batch to one list, in log order, applied to its head.
 *
 * <p>Was the member in the list before an ask? First the latest earlier ask of the same member in
 * this batch tells, whether it was applied in this run or a former one: an edge has one order. Then
 * the head; and where the head cannot tell, somebody who can is asked ({@link MembersBefore}).
 */
public final class Asks {
  private Asks() {}

  /**
   * The asks that neither an earlier ask nor the head can tell about. It is enough to look at the
   * head before the batch: asks of other members do not change what it says about this one.
   */
  public static List<Ask> open(Head head, List<Ask> asks) {
    if (!head.hasOverflow()) {
      return List.of();
    }
    List<Ask> open = new ArrayList<>();
    Set<String> askedBefore = new HashSet<>();
    for (Ask ask : asks) {
      boolean first = askedBefore.add(ask.member());
      if (first
          && !head.applied().covers(ask.position())
          && head.membershipOf(ask.member()) == Membership.PERHAPS_IN_PAGES) {
        open.add(ask);
      }
    }
    return open;
  }

  /**
   * Applies what the head does not cover yet. The result covers the last ask even if nothing
   * changed, so that it is seen to be applied.
   */
  public static HeadUpdate apply(Head head, List<Ask> asks, MembersBefore others) {
    Map<String, Long> appended = new LinkedHashMap<>();
    Set<String> takenOut = new HashSet<>();
    Set<String> removedIds = new LinkedHashSet<>(head.removedIds());
    Map<String, Boolean> memberNow = new HashMap<>();
    List<ListChange> changes = new ArrayList<>();
    long count = head.count();
    long sequence = head.sequence();
    long lastMark = head.lastMark();

    for (Ask ask : asks) {
      String member = ask.member();
      boolean wanted = ask.wish() == Wish.IN;
      if (!head.applied().covers(ask.position())) {
        Boolean before = memberNow.get(member);
        if (before == null) {
          before = wasMember(head, ask, others);
        }
        if (wanted && !before) {
          lastMark = Marks.next(lastMark, ask.occurredAtMillis());
          appended.put(member, lastMark);
          changes.add(new ListChange(ask, ++sequence, ++count));
        } else if (!wanted && before) {
          if (appended.remove(member) == null) {
            (head.edges().contains(member) ? takenOut : removedIds).add(member);
          }
          changes.add(new ListChange(ask, ++sequence, --count));
        }
      }
      memberNow.put(member, wanted);
    }

    Edges kept = takenOut.isEmpty() ? head.edges() : head.edges().without(takenOut);
    Head after =
        new Head(
            head.userId(),
            appended.isEmpty() ? kept : Edges.concat(List.of(kept, edges(appended))),
            count,
            head.firstPage(),
            head.nextPage(),
            removedIds,
            sequence,
            lastMark,
            head.revision() + 1,
            head.applied().advancedTo(asks.get(asks.size() - 1).position()));
    return new HeadUpdate(head, after, changes);
  }

  /** Whether every ask has been applied to the head. */
  public static boolean areCovered(Head head, List<Ask> asks) {
    return head.applied().covers(asks.get(asks.size() - 1).position());
  }

  private static boolean wasMember(Head head, Ask ask, MembersBefore others) {
    return switch (head.membershipOf(ask.member())) {
      case MEMBER -> true;
      case NOT_MEMBER -> false;
      case PERHAPS_IN_PAGES -> others.wasMember(ask);
    };
  }

  private static Edges edges(Map<String, Long> marked) {
    return Edges.ofArrays(
        marked.keySet().toArray(String[]::new),
        marked.values().stream().mapToLong(Long::longValue).toArray());
  }
}
