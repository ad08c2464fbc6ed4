package io.longtail.followers.edgelist;

/** A place in the log. The epoch tells one log from another of the same name. */
public record LogPosition(long epoch, int partition, long offset) {}
