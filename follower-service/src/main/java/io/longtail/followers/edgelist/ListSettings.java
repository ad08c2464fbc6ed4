package io.longtail.followers.edgelist;

/**
 * The sizes of a list. Owners may differ in them for a while: pages are read as they are.
 *
 * @param threshold members above which a head spills
 * @param headBytesMax bytes above which a head spills
 * @param pageSize members of a page at the most
 * @param keptInHead members that a spill leaves in the head at the least
 * @param unspillMark members at or below which the pages are taken back into the head
 */
public record ListSettings(
    int threshold, int headBytesMax, int pageSize, int keptInHead, int unspillMark) {

  /** 1,000 is above p99.9 of measured follower counts, so one list in a thousand has pages. */
  public static final ListSettings DEFAULT = new ListSettings(1_000, 256 * 1024, 900, 100, 500);

  /** A document of MongoDB has at most 16 MiB; half of it leaves room for what stands beside. */
  private static final int PAGE_BYTES_MAX = 8 * 1024 * 1024;

  public ListSettings {
    require(threshold >= 1, "threshold", "must be at least 1");
    require(
        bytesOf(threshold) <= PAGE_BYTES_MAX,
        "threshold",
        "must be at most "
            + (PAGE_BYTES_MAX - HeadBytes.WITHOUT_EDGES_MAX) / HeadBytes.EDGE_MAX
            + ": a list of so many ids of the greatest length must fit into one document");
    require(pageSize >= 1, "page-size", "must be at least 1");
    require(
        (long) pageSize * HeadBytes.EDGE_MAX <= PAGE_BYTES_MAX,
        "page-size",
        "must be at most " + PAGE_BYTES_MAX / HeadBytes.EDGE_MAX);
    require(
        keptInHead >= 0 && keptInHead < threshold,
        "kept-in-head",
        "must be at least 0 and below threshold");
    require(
        unspillMark >= 0 && unspillMark < threshold,
        "unspill-mark",
        "must be at least 0 and below threshold");
    require(headBytesMax <= PAGE_BYTES_MAX, "head-bytes-max", "must be at most " + PAGE_BYTES_MAX);
    require(
        headBytesMax >= bytesOf(keptInHead),
        "head-bytes-max",
        "must be at least "
            + bytesOf(keptInHead)
            + " for kept-in-head of "
            + keptInHead
            + ": what a spill leaves must fit");
  }

  /** The bytes of a head of so many edges, were every id of the greatest length. */
  private static long bytesOf(long edges) {
    return HeadBytes.WITHOUT_EDGES_MAX + edges * HeadBytes.EDGE_MAX;
  }

  /**
   * That the threshold can be reached at all: not all ids are short, but if even a list of the
   * shortest ones spills by its bytes, the threshold says something that is never so.
   *
   * @throws IllegalArgumentException naming setting and rule
   */
  public void requireThresholdWithinBytes() {
    int reachable = headBytesMax / HeadBytes.EDGE_MIN;
    require(
        threshold <= reachable,
        "threshold",
        "must be at most "
            + reachable
            + " for head-bytes-max of "
            + headBytesMax
            + ": no list of more ids has so few bytes. Lower it, or raise head-bytes-max");
  }

  private static void require(boolean holds, String setting, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(setting + " " + rule);
    }
  }

  /** Removed members that a head carries before its pages are rewritten without them. */
  int removedIdsMax() {
    return threshold / 2;
  }

  /**
   * Whether pages may come back into the head: few enough members, and by far few enough bytes
   * whatever their ids, so that the next follow does not spill them again.
   */
  boolean fitsUnspilled(long count) {
    return count <= unspillMark && (bytesOf(count) <= headBytesMax / 2 || count == 0);
  }
}
