package io.longtail.events;

/** A record of {@link Topic#FOLLOW_EVENTS}: what somebody asked, or the order to mend lists. */
public sealed interface LogEntry permits FollowEvent, Repair {

  /** The key of the record: it says in which partition, and so in which order, the entry stands. */
  String key();
}
