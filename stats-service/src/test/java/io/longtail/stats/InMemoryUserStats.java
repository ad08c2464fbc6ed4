package io.longtail.stats;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Compare-and-set in a map. {@code beforeSave} is where another owner comes in between. */
final class InMemoryUserStats implements UserStatsStore {
  private final Map<String, StoredStats> stored = new HashMap<>();
  Runnable beforeSave = () -> {};
  int loads;
  int saves;

  @Override
  public Map<String, StoredStats> load(Set<String> userIds) {
    loads++;
    Map<String, StoredStats> found = new HashMap<>(stored);
    found.keySet().retainAll(userIds);
    return found;
  }

  @Override
  public boolean save(Collection<StoredStats> changed) {
    saves++;
    Runnable rival = beforeSave;
    beforeSave = () -> {};
    rival.run();
    boolean all = true;
    for (StoredStats stats : changed) {
      all &= put(stats);
    }
    return all;
  }

  private boolean put(StoredStats stats) {
    if (get(stats.userId()).revision() != stats.revision() - 1) {
      return false;
    }
    stored.put(stats.userId(), stats);
    return true;
  }

  StoredStats get(String userId) {
    return stored.getOrDefault(userId, StoredStats.none(userId));
  }
}
