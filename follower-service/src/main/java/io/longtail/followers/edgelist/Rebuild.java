package io.longtail.followers.edgelist;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is left of a list if every member counts once: in the head if it stands there, else in the
 * newest page that shows it, at its last place in there.
 *
 * <p>The pages are given one by one and not kept: {@link #survey} all of them, then {@link #locate}
 * all of them if {@link #isAmbiguous}; after that {@link #count} and {@link #rewritten} are known.
 * Memory is 8 bytes for each entry of a page: a hash that says which ids may be there twice.
 *
 * <p>Others may rewrite the same pages between the readings and afterwards, for this head or from
 * an older one. They, too, take out only what removed ids hide for good, or what a newer page has
 * as well. So a member stays in the newest page that shows it, whoever gets to it first; and what
 * follows from that alone is right for all of them: it is not remembered where in a page a member
 * stood, only in which; and it counts once if it was seen, not as often as it was seen. A member
 * that stands in the head and in a page is not taken out of the page but hidden there, by an entry
 * among the removed ids: whether the head still has it is only certain when the head is saved.
 */
public final class Rebuild {
  private static final int ENTRIES_FIRST = 1_024;

  private final Head head;
  private final Edges headEdges;
  private final Set<String> inHead = new HashSet<>();

  /** What is in pages and does not count there. */
  private final Set<String> hidden = new LinkedHashSet<>();

  private long[] hashes = new long[ENTRIES_FIRST];
  private int surveyed;

  /** Hashes that were met once: each is a member. */
  private long unique;

  private Set<Long> ambiguous;

  /** The members of an ambiguous hash, each with the newest page that shows it. */
  private final Map<String, Integer> newestPages = new HashMap<>();

  public Rebuild(Head head) {
    this.head = head;
    this.headEdges = withoutRepeats(head.edges());
    this.inHead.addAll(headEdges.ids());
  }

  private static Edges withoutRepeats(Edges edges) {
    Set<String> seen = new HashSet<>();
    boolean[] kept = new boolean[edges.size()];
    for (int i = edges.size() - 1; i >= 0; i--) {
      kept[i] = seen.add(edges.id(i));
    }
    return edges.where(i -> kept[i]);
  }

  /** First reading, oldest page first. */
  public void survey(Page page) {
    for (int i = 0; i < page.edges().size(); i++) {
      String id = page.edges().id(i);
      if (!isShown(id)) {
        hidden.add(id);
        continue;
      }
      if (surveyed == hashes.length) {
        hashes = Arrays.copyOf(hashes, surveyed * 2);
      }
      hashes[surveyed++] = hash(id);
    }
  }

  /** After the first reading: whether a second is needed to tell repeats from chance. */
  public boolean isAmbiguous() {
    if (ambiguous == null) {
      ambiguous = new HashSet<>();
      Arrays.sort(hashes, 0, surveyed);
      int next;
      for (int at = 0; at < surveyed; at = next) {
        for (next = at + 1; next < surveyed && hashes[next] == hashes[at]; next++) {}
        if (next == at + 1) {
          unique++;
        } else {
          ambiguous.add(hashes[at]);
        }
      }
    }
    return !ambiguous.isEmpty();
  }

  /** Second reading, in the order of the first. */
  public void locate(Page page) {
    for (int i = 0; i < page.edges().size(); i++) {
      String id = page.edges().id(i);
      if (isShown(id) && ambiguous.contains(hash(id))) {
        newestPages.put(id, page.number());
      }
    }
  }

  /** Members in the rebuilt list. */
  public long count() {
    return unique + newestPages.size() + headEdges.size();
  }

  /** The page without repeats; empty if it holds none and stays as it is. */
  public Optional<Page> rewritten(Page page) {
    Edges edges = page.edges();
    Set<String> seen = new HashSet<>();
    boolean[] kept = new boolean[edges.size()];
    for (int i = edges.size() - 1; i >= 0; i--) {
      Integer newest = newestPages.get(edges.id(i));
      kept[i] = newest == null || newest <= page.number() && seen.add(edges.id(i));
    }
    Edges left = edges.where(i -> kept[i]);
    if (left == edges) {
      return Optional.empty();
    }
    long compacted = Math.max(page.compacted(), head.revision());
    return Optional.of(
        new Page(page.userId(), page.number(), left, page.fromRevision(), compacted));
  }

  /**
   * The rebuilt head, under the next sequence.
   *
   * @param leadingEmptyPages how many pages at the beginning of the range are empty now
   */
  public HeadUpdate update(int leadingEmptyPages, LogPosition position) {
    Head after =
        new Head(
            head.userId(),
            headEdges,
            count(),
            head.firstPage() + leadingEmptyPages,
            head.nextPage(),
            hidden,
            head.sequence() + 1,
            head.lastMark(),
            head.revision() + 1,
            head.applied().advancedTo(position));
    return HeadUpdate.rebuilding(head, after);
  }

  private boolean isShown(String id) {
    return !head.removedIds().contains(id) && !inHead.contains(id);
  }

  /** 64 bits, so that among a million ids two of the same hash are a rarity. */
  private static long hash(String id) {
    long hash = 0;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return hash;
  }
}
