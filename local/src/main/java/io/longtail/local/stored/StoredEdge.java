package io.longtail.local.stored;

/** An edge as it is stored: its ids need not be valid ones. */
public record StoredEdge(String follower, String followee) {
  private static final long FNV_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** The user in whose list of a side this edge stands. */
  public String owner(Side side) {
    return side == Side.FOLLOWERS ? followee : follower;
  }

  public String member(Side side) {
    return side == Side.FOLLOWERS ? follower : followee;
  }

  /** The same on both sides, well mixed in all 64 bits. */
  public long hash() {
    // No id has this character: "a" to "bc" is not "ab" to "c".
    long hash = (fold(FNV_BASIS, follower) ^ 0xffff) * FNV_PRIME;
    return mix(fold(hash, followee));
  }

  /** Of one text, well mixed in all 64 bits. */
  public static long hashOf(String text) {
    return mix(fold(FNV_BASIS, text));
  }

  private static long fold(long start, String text) {
    long hash = start;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** The finisher of MurmurHash3: every bit in depends on every bit. */
  public static long mix(long hash) {
    long h = hash;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
