package io.longtail.local.verifying;

/**
 * One of equal shares of all hashes, so that what does not fit into memory is done share by share.
 *
 * @param of how many shares there are: a power of two
 */
record Portion(int index, int of) {
  static final Portion ALL = new Portion(0, 1);

  /** The low bits of a hash choose its slot in a table, these its share. */
  private static final int SHIFT = 32;

  private static final int SHARES_MAX = 1 << 24;

  boolean has(long hash) {
    return ((int) (hash >>> SHIFT) & (of - 1)) == index;
  }

  /** Shares of a share would hold one hash or none. */
  boolean isSmallest() {
    return of >= SHARES_MAX;
  }

  Portion firstHalf() {
    return new Portion(index, of * 2);
  }

  Portion secondHalf() {
    return new Portion(index + of, of * 2);
  }
}
