package io.longtail.followers.edgelist;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is left of a list if every member counts once: in the head if it stands there, else at its
 * newest place in a page that {@code removedIds} does not hide.
 *
 * <p>The pages are given one by one and not kept: {@link #survey} all of them, then {@link #locate}
 * all of them if {@link #isAmbiguous}; after that {@link #count} and {@link #rewritten} are known.
 * Memory is 8 bytes for each entry of a page: a hash that says which ids may be there twice.
 */
public final class Rebuild {
  private static final int ENTRIES_FIRST = 1_024;

  private final Head head;
  private final Edges headEdges;
  private final Set<String> inHead = new HashSet<>();

  private long[] hashes = new long[ENTRIES_FIRST];
  private int surveyed;
  private Set<Long> ambiguous;

  /** Where the ids of an ambiguous hash stand last. */
  private final Map<String, Place> lastPlaces = new HashMap<>();

  private int located;

  private record Place(int page, int index) {}

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
      if (isShown(id)) {
        if (surveyed == hashes.length) {
          hashes = Arrays.copyOf(hashes, surveyed * 2);
        }
        hashes[surveyed++] = hash(id);
      }
    }
  }

  /** After the first reading: whether a second is needed to tell repeats from chance. */
  public boolean isAmbiguous() {
    if (ambiguous == null) {
      ambiguous = new HashSet<>();
      Arrays.sort(hashes, 0, surveyed);
      for (int i = 1; i < surveyed; i++) {
        if (hashes[i] == hashes[i - 1]) {
          ambiguous.add(hashes[i]);
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
        lastPlaces.put(id, new Place(page.number(), i));
        located++;
      }
    }
  }

  /** Members in the rebuilt list. */
  public long count() {
    return (long) surveyed - (located - lastPlaces.size()) + headEdges.size();
  }

  /** The page without what does not count; empty if all of it counts and it stays as it is. */
  public Optional<Page> rewritten(Page page) {
    Edges edges = page.edges();
    Edges kept =
        edges.where(
            i -> {
              Place last = lastPlaces.get(edges.id(i));
              return isShown(edges.id(i))
                  && (last == null || last.equals(new Place(page.number(), i)));
            });
    if (kept == edges) {
      return Optional.empty();
    }
    long compacted = Math.max(page.compacted(), head.revision());
    return Optional.of(
        new Page(page.userId(), page.number(), kept, page.fromRevision(), compacted));
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
            Set.of(),
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
