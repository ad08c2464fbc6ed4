package io.longtail.stats;

import java.util.List;
import java.util.Map;

/**
 * The users who may have an open gap: a few names beside the stats, so that the gap of a user to
 * whom no further record comes is found without a search through all users. A name too many does no
 * harm; one is never missing once a batch is done.
 */
public interface OpenGaps {

  /** Notes that a gap was open at these revisions, by user. */
  void note(Map<String, Long> revisions);

  /** Names in ascending order, the first after {@code after} (empty: from the beginning). */
  List<String> page(String after, int limit);

  /** Forgets users without a gap at these revisions, unless one was noted at a later revision. */
  void forget(Map<String, Long> revisions);
}
