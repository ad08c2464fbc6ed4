package io.longtail.followers;

import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.Membership;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which of some users are in a list, and since when. The list's own head is asked first, then the
 * heads of the others' opposite lists, and only where neither can tell, the pages of the shorter
 * one.
 */
public final class EdgeLookup {
  private static final int ATTEMPTS_MAX = 20;

  private final GraphReads graph;

  public EdgeLookup(GraphReads graph) {
    this.graph = graph;
  }

  /**
   * The marks of those of {@code others} that are in the user's list of this side.
   *
   * @throws ListMovedException if a list is rearranged faster than it can be read
   */
  public Map<String, Long> find(Side side, String userId, Collection<String> others) {
    Map<String, Long> marks = new HashMap<>();
    Set<String> open = new HashSet<>(others);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Head own = graph.of(side).heads(List.of(userId)).get(userId);
      open.removeIf(other -> isTold(own, other, other, marks));
      if (open.isEmpty()) {
        return marks;
      }
      Map<String, Head> opposite = graph.opposite(side).heads(open);
      open.removeIf(other -> isTold(opposite.get(other), userId, other, marks));
      if (open.isEmpty()) {
        return marks;
      }
      open.removeAll(askOwnPages(side, own, opposite, open, marks));
      open.removeAll(askOppositePages(side, own, opposite, open, marks));
      if (open.isEmpty()) {
        return marks;
      }
    }
    throw new ListMovedException(userId);
  }

  /** Whether the head can tell about the member; if it is one, its mark is noted for the other. */
  private static boolean isTold(Head head, String member, String other, Map<String, Long> marks) {
    Membership membership = head.membershipOf(member);
    if (membership == Membership.MEMBER) {
      Edges edges = head.edges();
      marks.put(other, edges.mark(edges.indexOf(member)));
    }
    return membership != Membership.PERHAPS_IN_PAGES;
  }

  /** For others with more pages than the list itself. Returns whom it could answer. */
  private Set<String> askOwnPages(
      Side side, Head own, Map<String, Head> opposite, Set<String> open, Map<String, Long> marks) {
    Set<String> asked = new HashSet<>();
    for (String other : open) {
      if (own.pages() <= opposite.get(other).pages()) {
        asked.add(other);
      }
    }
    if (asked.isEmpty()) {
      return asked;
    }
    Optional<Map<String, Long>> found = findInPages(graph.of(side), own, asked);
    found.ifPresent(marks::putAll);
    return found.isPresent() ? asked : Set.of();
  }

  /** For those whom {@link #askOwnPages} left. Returns whom it could answer. */
  private Set<String> askOppositePages(
      Side side, Head own, Map<String, Head> opposite, Set<String> open, Map<String, Long> marks) {
    Set<String> answered = new HashSet<>();
    for (String other : open) {
      Head head = opposite.get(other);
      if (own.pages() > head.pages()) {
        findInPages(graph.opposite(side), head, Set.of(own.userId()))
            .ifPresent(
                found -> {
                  OptionalLong mark =
                      found.values().stream().mapToLong(Long::longValue).findFirst();
                  mark.ifPresent(m -> marks.put(other, m));
                  answered.add(other);
                });
      }
    }
    return answered;
  }

  /** An answer from pages, yes or no, holds only if the head afterwards still has those pages. */
  private static Optional<Map<String, Long>> findInPages(
      ListReads lists, Head head, Set<String> wanted) {
    boolean[] current = {true};
    Map<String, Long> found = new HashMap<>();
    boolean whole =
        PageLookup.forEachPage(
            lists,
            head,
            page -> {
              current[0] &= page.compacted() <= head.revision();
              PageLookup.collect(page, wanted, found);
              return current[0] && found.size() < wanted.size();
            });
    Head now = lists.heads(List.of(head.userId())).get(head.userId());
    return whole && current[0] && now.firstPage() == head.firstPage()
        ? Optional.of(found)
        : Optional.empty();
  }
}
