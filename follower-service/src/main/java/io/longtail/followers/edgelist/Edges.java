package io.longtail.followers.edgelist;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/** Member ids with their marks, in follow order, newest last. Immutable. */
public final class Edges {
  public static final Edges NONE = new Edges(new String[0], new long[0]);

  /** Up to here looking through the array beats building an index of it. */
  private static final int LOOKUPS_WITHOUT_INDEX = 8;

  private final String[] ids;
  private final long[] marks;
  private int lookups;
  private Map<String, Integer> index;

  private Edges(String[] ids, long[] marks) {
    this.ids = ids;
    this.marks = marks;
  }

  /** The arrays are taken over, not copied: the caller must not keep them. */
  public static Edges ofArrays(String[] ids, long[] marks) {
    if (ids.length != marks.length) {
      throw new IllegalArgumentException(ids.length + " ids but " + marks.length + " marks");
    }
    return ids.length == 0 ? NONE : new Edges(ids, marks);
  }

  public int size() {
    return ids.length;
  }

  public boolean isEmpty() {
    return ids.length == 0;
  }

  public String id(int i) {
    return ids[i];
  }

  public long mark(int i) {
    return marks[i];
  }

  public List<String> ids() {
    return List.of(ids);
  }

  public boolean contains(String id) {
    return indexOf(id) >= 0;
  }

  /** Whether {@code other} begins with all of this. */
  public boolean isPrefixOf(Edges other) {
    return size() <= other.size()
        && Arrays.equals(ids, 0, size(), other.ids, 0, size())
        && Arrays.equals(marks, 0, size(), other.marks, 0, size());
  }

  /** The place of the id, or -1. */
  public int indexOf(String id) {
    if (index == null && lookups++ < LOOKUPS_WITHOUT_INDEX) {
      for (int i = 0; i < ids.length; i++) {
        if (ids[i].equals(id)) {
          return i;
        }
      }
      return -1;
    }
    if (index == null) {
      index = new HashMap<>(ids.length * 2);
      for (int i = 0; i < ids.length; i++) {
        index.put(ids[i], i);
      }
    }
    return index.getOrDefault(id, -1);
  }

  public Edges first(int n) {
    return slice(0, n);
  }

  public Edges withoutFirst(int n) {
    return slice(n, ids.length);
  }

  private Edges slice(int from, int to) {
    return ofArrays(Arrays.copyOfRange(ids, from, to), Arrays.copyOfRange(marks, from, to));
  }

  public Edges without(Set<String> removed) {
    return where(i -> !removed.contains(ids[i]));
  }

  /** Those at the places for which it holds; this very object if it holds for all. */
  Edges where(IntPredicate holds) {
    String[] keptIds = new String[ids.length];
    long[] keptMarks = new long[ids.length];
    int kept = 0;
    for (int i = 0; i < ids.length; i++) {
      if (holds.test(i)) {
        keptIds[kept] = ids[i];
        keptMarks[kept++] = marks[i];
      }
    }
    return kept == ids.length
        ? this
        : ofArrays(Arrays.copyOf(keptIds, kept), Arrays.copyOf(keptMarks, kept));
  }

  public boolean containsAny(Set<String> others) {
    for (String id : ids) {
      if (others.contains(id)) {
        return true;
      }
    }
    return false;
  }

  /** All of these, one after another: older before newer. */
  public static Edges concat(Collection<Edges> parts) {
    int size = parts.stream().mapToInt(Edges::size).sum();
    String[] ids = new String[size];
    long[] marks = new long[size];
    int at = 0;
    for (Edges part : parts) {
      System.arraycopy(part.ids, 0, ids, at, part.size());
      System.arraycopy(part.marks, 0, marks, at, part.size());
      at += part.size();
    }
    return ofArrays(ids, marks);
  }

  /** Where the first mark above {@code mark} stands; {@link #size()} if there is none. */
  public int indexOfFirstAbove(long mark) {
    int found = Arrays.binarySearch(marks, mark);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** How many marks are below {@code mark}. */
  public int countBelow(long mark) {
    int found = Arrays.binarySearch(marks, mark);
    return found >= 0 ? found : -found - 1;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Edges other
        && Arrays.equals(ids, other.ids)
        && Arrays.equals(marks, other.marks);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(ids) + Arrays.hashCode(marks);
  }

  @Override
  public String toString() {
    return Arrays.toString(ids) + "@" + Arrays.toString(marks);
  }
}
