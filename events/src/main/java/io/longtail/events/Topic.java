package io.longtail.events;

import java.util.Map;

/**
 * The topics, as they are to be created. All are keyed by a user id and have the same number of
 * partitions, chosen by murmur2 of the key; the number never grows in place, since that would move
 * keys and break the order of an edge.
 */
public enum Topic {
  /** What was asked. Kept for ever, so that the lists can be built again from it. */
  FOLLOW_EVENTS(
      "follow-events",
      Map.of(
          "cleanup.policy", "delete",
          "retention.ms", "-1",
          "retention.bytes", "-1",
          "message.timestamp.type", "LogAppendTime")),
  /** What really changed. */
  FOLLOWER_CHANGES(
      "follower-changes",
      Map.of("cleanup.policy", "delete", "retention.ms", "-1", "retention.bytes", "-1")),
  /** State of one count per user. */
  FOLLOWING_COUNTS("following-counts", Map.of("cleanup.policy", "compact")),
  /** Public cards of users. */
  USER_EVENTS("user-events", Map.of("cleanup.policy", "compact")),
  /** State of both counts per user. */
  USER_STATS("user-stats", Map.of("cleanup.policy", "compact")),
  /**
   * Records of {@link #FOLLOW_EVENTS} that are no event, as they came. Its size limit is above the
   * source's: the original with its headers must fit.
   */
  FOLLOW_EVENTS_DLQ(
      "follow-events-dlq",
      Map.of(
          "cleanup.policy", "delete",
          "retention.ms", "-1",
          "retention.bytes", "-1",
          "max.message.bytes", Integer.toString(Topic.DEAD_LETTER_BYTES_MAX)));

  public static final int PARTITIONS_DEFAULT = 12;

  /** Broker default for a source record is 1 MiB; room for as much again in headers. */
  public static final int DEAD_LETTER_BYTES_MAX = 2 * 1024 * 1024 + 64 * 1024;

  private final String baseName;
  private final Map<String, String> config;

  Topic(String baseName, Map<String, String> config) {
    this.baseName = baseName;
    this.config = config;
  }

  /** The name without a prefix. */
  public String baseName() {
    return baseName;
  }

  /** The name under a prefix, which is empty by default. */
  public String name(String prefix) {
    return prefix + baseName;
  }

  /** Topic-level settings, as the broker names them. */
  public Map<String, String> config() {
    return config;
  }
}
