package io.longtail.local.verifying;

/**
 * The sequences of followees as they were published: per followee the last one up to which there is
 * no gap, the count after it, and the highest seen. Out of order is not a gap: after a refusal
 * records are sent again.
 */
final class PublishedSequences {
  /** Four numbers each, at half to two thirds full: 48 to 64 bytes, 100 to 130 MB in all. */
  static final int FOLLOWEES_MAX = 2_000_000;

  private static final int LAST = 0;
  private static final int COUNT = 1;
  private static final int HIGHEST = 2;

  /** Instead of the highest: somebody has asked. */
  private static final long ASKED = -1;

  private final HashTable followees;

  PublishedSequences(int followeesMax) {
    this.followees = new HashTable(3, followeesMax);
  }

  boolean isFull() {
    return followees.isFull();
  }

  void retain(Portion portion) {
    followees.retain(portion::has);
  }

  /**
   * @param beginningIsLost whether earlier changes may be gone from the topic
   * @return false if it is not the next one: a repeat, or ahead of one that is to be sent again
   */
  boolean add(long followee, long sequence, long count, boolean beginningIsLost) {
    int slot = followees.find(followee);
    if (slot == HashTable.NONE) {
      slot = followees.put(followee);
      if (beginningIsLost) {
        followees.set(slot, LAST, sequence - 1);
      }
    }
    if (followees.get(slot, HIGHEST) != ASKED) {
      followees.set(slot, HIGHEST, Math.max(sequence, followees.get(slot, HIGHEST)));
    }
    if (sequence != followees.get(slot, LAST) + 1) {
      return false;
    }
    followees.set(slot, LAST, sequence);
    followees.set(slot, COUNT, count);
    return true;
  }

  /** What is known of one followee, or null. */
  Published of(long followee) {
    int slot = followees.find(followee);
    return slot == HashTable.NONE ? null : published(slot);
  }

  private Published published(int slot) {
    return new Published(
        followees.get(slot, LAST), followees.get(slot, COUNT), followees.get(slot, HIGHEST));
  }

  /** Notes that one was asked about, for good. From then on a gap is not told any more. */
  void markAsked(long followee) {
    int slot = followees.find(followee);
    if (slot != HashTable.NONE) {
      followees.set(slot, HIGHEST, ASKED);
    }
  }

  /** Whether one has published and nobody has asked about it. */
  boolean isUnasked(long followee) {
    int slot = followees.find(followee);
    return slot != HashTable.NONE && followees.get(slot, HIGHEST) != ASKED;
  }

  boolean hasUnasked() {
    boolean[] any = {false};
    followees.forEach((hash, slot) -> any[0] |= followees.get(slot, HIGHEST) != ASKED);
    return any[0];
  }

  /**
   * Of one followee.
   *
   * @param last up to which there is no gap, 0 for none
   * @param count after it
   * @param highest that was seen
   */
  record Published(long last, long count, long highest) {
    boolean hasGap() {
      return highest > last;
    }
  }
}
