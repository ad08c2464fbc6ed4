package io.longtail.local.verifying;

import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredEdge;
import java.util.BitSet;

/**
 * Sums over buckets of edges, those of one side added and those of the other taken away. Where the
 * sides have the same edges, in whatever order, every bucket ends at zero.
 */
final class EdgeBuckets {
  /** A million: 12 MiB, and with a thousand million edges a bucket holds about a thousand. */
  private static final int BITS = 20;

  private final long[] sums = new long[1 << BITS];
  private final int[] sizes = new int[1 << BITS];

  void add(Side side, Hashes edges) {
    for (int i = 0; i < edges.size(); i++) {
      long hash = edges.get(i);
      int bucket = bucketOf(hash);
      // Mixed again: the bits that chose the bucket say nothing inside it.
      long term = StoredEdge.mix(hash + 1);
      sums[bucket] += side == Side.FOLLOWERS ? term : -term;
      sizes[bucket]++;
    }
  }

  static int bucketOf(long hash) {
    return (int) (hash >>> (Long.SIZE - BITS));
  }

  boolean allAgree() {
    return nextDiffering(0) < 0;
  }

  /** Differing buckets from one on, as many as hold at most so many edges, at least one. */
  BitSet differing(int from, long edgesMax) {
    BitSet buckets = new BitSet(sums.length);
    long edges = 0;
    for (int bucket = nextDiffering(from); bucket >= 0; bucket = nextDiffering(bucket + 1)) {
      edges += sizes[bucket];
      if (edges > edgesMax && !buckets.isEmpty()) {
        break;
      }
      buckets.set(bucket);
    }
    return buckets;
  }

  private int nextDiffering(int from) {
    for (int bucket = from; bucket < sums.length; bucket++) {
      if (sums[bucket] != 0) {
        return bucket;
      }
    }
    return -1;
  }
}
