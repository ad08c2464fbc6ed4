package io.longtail.followers.edgelist;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Up to which offset of each partition (inclusive) the log has been applied to a head, under one
 * epoch of the log. Only moves forward. Immutable.
 */
public record AppliedOffsets(long epoch, Map<Integer, Long> byPartition) {
  public static final AppliedOffsets NONE = new AppliedOffsets(0, Map.of());

  public AppliedOffsets {
    byPartition = Collections.unmodifiableMap(new TreeMap<>(byPartition));
  }

  /**
   * Whether the event at this offset took part in the head. Offsets of an earlier log count as
   * nothing; under a later log every event of an earlier one did, since a log is applied to its end
   * before another is adopted.
   */
  public boolean covers(LogPosition position) {
    return position.epoch() < epoch
        || position.epoch() == epoch
            && byPartition.getOrDefault(position.partition(), -1L) >= position.offset();
  }

  /** A new epoch forgets the offsets of the old one; a lower one is refused. */
  public AppliedOffsets advancedTo(LogPosition position) {
    if (position.epoch() < epoch) {
      throw new IllegalArgumentException(
          "epoch " + position.epoch() + " after epoch " + epoch + " would go back");
    }
    Map<Integer, Long> offsets = new TreeMap<>();
    if (position.epoch() == epoch) {
      offsets.putAll(byPartition);
    }
    offsets.merge(position.partition(), position.offset(), Math::max);
    return new AppliedOffsets(position.epoch(), offsets);
  }
}
