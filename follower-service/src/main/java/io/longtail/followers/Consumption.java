package io.longtail.followers;

import java.util.Map;

/** How the reading of the log stands. */
public interface Consumption {

  /** The epoch of the log in use; throws while it is not known. */
  long epoch();

  /** False if a reader's thread has ended for good. */
  boolean isAlive();

  /** Partitions that do not get on, with the reason. */
  Map<String, String> stalls();
}
