package io.longtail.stats;

import java.util.Map;
import java.util.Set;

/** The stats of users as clients ask for them: answers, or says that it cannot, within seconds. */
public interface CurrentStats {

  /**
   * What is stored now. Users without stats are absent.
   *
   * @throws StatsUnavailableException if the store does not answer in time
   */
  Map<String, StoredStats> of(Set<String> userIds);
}
