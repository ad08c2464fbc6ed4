package io.longtail.local.verifying;

import java.util.Arrays;

/** Numbers in the order in which they were added, eight bytes each. */
final class Longs {
  private long[] values = new long[16];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  long[] toArray() {
    return Arrays.copyOf(values, size);
  }

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }
}
