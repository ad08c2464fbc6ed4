package io.longtail.users;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** {@link CountsStore} in a map. */
final class InMemoryCountsStore implements CountsStore {
  private final Map<UserId, Counts> counts = new ConcurrentHashMap<>();

  @Override
  public Optional<Counts> find(UserId id) {
    return Optional.ofNullable(counts.get(id));
  }

  @Override
  public void keepNewest(Map<UserId, Counts> newest) {
    newest.forEach((id, next) -> counts.merge(id, next, (a, b) -> b.isNewerThan(a) ? b : a));
  }
}
