package io.longtail.followers;

import java.util.Map;

/** The log as the broker has it now. */
public record SeenLog(String topic, String topicId, int partitions, Map<Integer, Extent> extents) {

  /** What a partition holds: from {@code beginning} to before {@code end}. */
  public record Extent(long beginning, long end) {}
}
