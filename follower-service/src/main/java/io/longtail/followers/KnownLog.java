package io.longtail.followers;

/**
 * The log that the lists are built from, as it is noted beside them. Offsets mean something only in
 * one log: a topic that was deleted and created again begins at 0 under the same name, so the epoch
 * is bound to the topic's own id. An edge is in one partition only as long as their number stays.
 *
 * @param partitions 0 if not noted yet
 */
public record KnownLog(long epoch, String topicId, int partitions) {}
