package io.longtail.local.verifying;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The hashes of the edges of one list: eight bytes for each. */
final class Hashes {
  private final Longs values = new Longs();

  void add(long hash) {
    values.add(hash);
  }

  long[] sorted() {
    long[] sorted = values.toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  int size() {
    return values.size();
  }

  long get(int index) {
    return values.get(index);
  }

  /** Those that occur more than once. */
  Set<Long> repeated() {
    long[] sorted = sorted();
    Set<Long> repeated = new HashSet<>();
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        repeated.add(sorted[i]);
      }
    }
    return repeated;
  }
}
