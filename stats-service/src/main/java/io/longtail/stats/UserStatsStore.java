package io.longtail.stats;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** The stored stats of all users. Any other exception than those named means: effect not known. */
public interface UserStatsStore {

  /** What is stored, in one read that sees every confirmed save. Users without stats are absent. */
  Map<String, StoredStats> load(Set<String> userIds);

  /**
   * Saves each of them if what is stored is of the revision before; revision 1 only if nothing is.
   * One command, durable when it returns.
   *
   * @return true if all of them are saved; false if for at least one the race was lost, and then
   *     which ones are saved can only be told by loading them
   */
  boolean save(Collection<StoredStats> changed);
}
