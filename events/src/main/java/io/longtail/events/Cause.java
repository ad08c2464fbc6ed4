package io.longtail.events;

/** Why an event was published. */
public enum Cause {
  USER,
  IMPORT,
  DELETION,
  REPAIR
}
