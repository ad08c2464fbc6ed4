package io.longtail.stats.counts;

/**
 * One record about one user, reduced to what counting needs. A sequence is numbered from 1; one
 * sequence of one user has one count, however often it is sent.
 */
public sealed interface CountRecord {
  long sequence();

  long count();

  /** The count of followers after the change {@code sequence}; changes come one after another. */
  record FollowerCountAt(long sequence, long count) implements CountRecord {}

  /** The number of users followed: state, so that the highest sequence wins. */
  record FollowingCountAt(long sequence, long count) implements CountRecord {}
}
