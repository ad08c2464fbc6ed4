package io.longtail.local.exporting;

/** Takes edges, list by list, each list oldest first. */
@FunctionalInterface
interface EdgeSink {
  /**
   * @param mark the 64-bit number of the edge in its list, which tells its time
   */
  void accept(String follower, String followee, long mark);
}
