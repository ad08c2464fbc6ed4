package io.longtail.local.verifying;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The hashes of the edges of one list: eight bytes for each. */
final class Hashes {
  private long[] values = new long[16];
  private int size;

  void add(long hash) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = hash;
  }

  long[] sorted() {
    long[] sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    return sorted;
  }

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }

  /** Those that occur more than once. */
  Set<Long> repeated() {
    long[] sorted = sorted();
    Set<Long> repeated = new HashSet<>();
    for (int i = 1; i < size; i++) {
      if (sorted[i] == sorted[i - 1]) {
        repeated.add(sorted[i]);
      }
    }
    return repeated;
  }
}
