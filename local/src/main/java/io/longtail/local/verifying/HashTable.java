package io.longtail.local.verifying;

import java.util.BitSet;
import java.util.function.LongPredicate;

/**
 * A map from hashes to a few numbers each, without objects: so many bytes for each entry and no
 * more. An entry is known by its slot until the next one is put.
 */
final class HashTable {
  static final int NONE = -1;

  private static final int CAPACITY_FIRST = 1 << 10;

  private final int width;
  private final int entriesMax;
  private long[] slots;
  private BitSet used;
  private int capacity;
  private int size;

  /**
   * @param numbers beside each hash
   * @param entriesMax so many at most; at two thirds full a slot is free nearby
   */
  HashTable(int numbers, int entriesMax) {
    this.width = numbers + 1;
    this.entriesMax = entriesMax;
    allocate(CAPACITY_FIRST);
  }

  private void allocate(int slotCount) {
    capacity = slotCount;
    slots = new long[slotCount * width];
    used = new BitSet(slotCount);
    size = 0;
  }

  boolean isFull() {
    return size >= entriesMax;
  }

  int size() {
    return size;
  }

  /** The slot of a hash, or {@link #NONE}. */
  int find(long hash) {
    int slot = slotFor(hash);
    return used.get(slot) ? slot : NONE;
  }

  /** The slot of a hash, which is put there with zeros if it is not there. */
  int put(long hash) {
    int slot = slotFor(hash);
    if (used.get(slot)) {
      return slot;
    }
    if (3L * (size + 1) > 2L * capacity) {
      grow(capacity * 2, any -> true);
      slot = slotFor(hash);
    }
    slots[slot * width] = hash;
    used.set(slot);
    size++;
    return slot;
  }

  private int slotFor(long hash) {
    int slot = (int) hash & (capacity - 1);
    while (used.get(slot) && slots[slot * width] != hash) {
      slot = (slot + 1) & (capacity - 1);
    }
    return slot;
  }

  long get(int slot, int number) {
    return slots[slot * width + 1 + number];
  }

  void set(int slot, int number, long value) {
    slots[slot * width + 1 + number] = value;
  }

  /** Forgets the entries whose hash is none of these. */
  void retain(LongPredicate hashes) {
    grow(capacity, hashes);
  }

  private void grow(int slotCount, LongPredicate retained) {
    long[] oldSlots = slots;
    BitSet oldUsed = used;
    allocate(slotCount);
    for (int old = oldUsed.nextSetBit(0); old >= 0; old = oldUsed.nextSetBit(old + 1)) {
      long hash = oldSlots[old * width];
      if (retained.test(hash)) {
        int slot = slotFor(hash);
        System.arraycopy(oldSlots, old * width, slots, slot * width, width);
        used.set(slot);
        size++;
      }
    }
  }

  /** Visits every entry. */
  void forEach(EntryVisitor visitor) {
    for (int slot = used.nextSetBit(0); slot >= 0; slot = used.nextSetBit(slot + 1)) {
      visitor.visit(slots[slot * width], slot);
    }
  }

  @FunctionalInterface
  interface EntryVisitor {
    void visit(long hash, int slot);
  }
}
