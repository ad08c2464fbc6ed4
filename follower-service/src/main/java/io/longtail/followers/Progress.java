package io.longtail.followers;

import io.longtail.followers.edgelist.LogPosition;
import java.util.Map;

/**
 * Up to which offset of each partition everything is applied, in both lists and in what was told.
 */
public interface Progress {

  /** The last applied offset (inclusive) of every partition that has one, under this epoch. */
  Map<Integer, Long> applied(long epoch);

  /** Moves a partition forward; a position that it is already past changes nothing. */
  void advance(LogPosition position);
}
