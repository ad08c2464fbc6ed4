package io.longtail.followers;

/** In which order a list is walked. */
public enum Order {
  NEWEST,
  OLDEST
}
