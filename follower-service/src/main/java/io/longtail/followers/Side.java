package io.longtail.followers;

/** Which of a user's two lists. */
public enum Side {
  /** Those who follow the user. */
  FOLLOWERS,
  /** Those whom the user follows. */
  FOLLOWING
}
