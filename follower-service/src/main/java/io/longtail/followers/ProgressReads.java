package io.longtail.followers;

import java.util.Map;

/**
 * Progress for requests and probes: answers within a time that a client waits, or throws {@link
 * StoreUnavailableException}.
 */
@FunctionalInterface
public interface ProgressReads {

  /** The last applied offset (inclusive) of every partition that has one, under this epoch. */
  Map<Integer, Long> applied(long epoch);
}
