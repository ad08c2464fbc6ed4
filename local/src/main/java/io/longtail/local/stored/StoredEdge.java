package io.longtail.local.stored;

/** An edge as it is stored: its ids need not be valid ones. */
public record StoredEdge(String follower, String followee) {

  /** The user in whose list of a side this edge stands. */
  public String owner(Side side) {
    return side == Side.FOLLOWERS ? followee : follower;
  }

  public String member(Side side) {
    return side == Side.FOLLOWERS ? follower : followee;
  }

  /** The same on both sides, well mixed in all 64 bits. */
  public long hash() {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < follower.length(); i++) {
      hash = (hash ^ follower.charAt(i)) * 0x100000001b3L;
    }
    // No id has this character: "a" to "bc" is not "ab" to "c".
    hash = (hash ^ 0xffff) * 0x100000001b3L;
    for (int i = 0; i < followee.length(); i++) {
      hash = (hash ^ followee.charAt(i)) * 0x100000001b3L;
    }
    return mix(hash);
  }

  /** The finisher of MurmurHash3: every bit in depends on every bit. */
  public static long mix(long hash) {
    long h = hash;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
