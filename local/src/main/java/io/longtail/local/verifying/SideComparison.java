package io.longtail.local.verifying;

import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredEdge;
import io.longtail.local.stored.StoredLists;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Names the edges on which the two sides differ, given the buckets that do. */
final class SideComparison {
  /** About 150 bytes each; more differing edges than that take one more pass over all lists. */
  private static final long EDGES_PER_PASS_MAX = 1_000_000;

  private final StoredLists lists;
  private final Suspicions suspicions;

  SideComparison(StoredLists lists, Suspicions suspicions) {
    this.lists = lists;
    this.suspicions = suspicions;
  }

  void nameDifferences(EdgeBuckets buckets) {
    BitSet portion = buckets.differing(0, EDGES_PER_PASS_MAX);
    while (!portion.isEmpty()) {
      nameDifferences(portion);
      portion = buckets.differing(portion.length(), EDGES_PER_PASS_MAX);
    }
  }

  private void nameDifferences(BitSet buckets) {
    Map<StoredEdge, Integer> sidesOf = new HashMap<>();
    for (Side side : Side.values()) {
      lists.forEachHead(
          side,
          head ->
              lists.forEachListed(
                  side,
                  head,
                  member -> {
                    StoredEdge edge = side.edge(head.user(), member);
                    if (buckets.get(EdgeBuckets.bucketOf(edge.hash()))) {
                      sidesOf.merge(edge, bit(side), (a, b) -> a | b);
                    }
                  }));
    }
    sidesOf.forEach(
        (edge, sides) -> {
          for (Side side : Side.values()) {
            if (sides == bit(side)) {
              suspect(side, edge);
            }
          }
        });
  }

  private static int bit(Side side) {
    return 1 << side.ordinal();
  }

  /** An edge that stands on one side only. */
  void suspect(Side side, StoredEdge edge) {
    String owner = edge.owner(side);
    String member = edge.member(side);
    suspicions.add(
        new Violation(
            Law.SIDES_AGREE,
            owner,
            "%s lists %s, and %s of %s does not list %s"
                .formatted(side.heads(), member, side.other().heads(), member, owner)),
        edge,
        () -> contains(Side.FOLLOWERS, edge) != contains(Side.FOLLOWING, edge));
  }

  private boolean contains(Side side, StoredEdge edge) {
    return lists.contains(side, edge.owner(side), edge.member(side));
  }
}
