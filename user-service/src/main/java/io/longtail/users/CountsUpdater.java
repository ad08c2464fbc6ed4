package io.longtail.users;

import io.longtail.events.UserStats;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes published counts into the store of counts and into the users' documents, at most as often
 * as {@link WritePace} allows. Not for several threads at once.
 */
public final class CountsUpdater {
  private final CountsStore store;
  private final Users users;
  private final WritePace pace;

  public CountsUpdater(CountsStore store, Users users, WritePace pace) {
    this.store = store;
    this.users = users;
    this.pace = pace;
  }

  /**
   * Returns when everything is written: at once for users not written lately, after a pause for the
   * others. Of many counts of one user only the newest is.
   *
   * @throws StoreUnavailableException if not everything may be written; repeating is safe
   */
  public void update(Collection<UserStats> batch) {
    Map<UserId, Counts> newest = newestOf(batch);
    Set<UserId> early = pace.early(newest.keySet());
    write(without(early, newest));
    if (!early.isEmpty()) {
      pace.awaitDue(early);
      write(only(early, newest));
    }
  }

  private void write(Map<UserId, Counts> counts) {
    if (counts.isEmpty()) {
      return;
    }
    pace.awaitRest();
    long start = pace.start();
    // In this order: a user that is added in between reads the store afterwards.
    store.keepNewest(counts);
    Set<UserId> registered = users.known(counts.keySet());
    if (!registered.isEmpty()) {
      users.update(only(registered, counts));
    }
    pace.written(counts.keySet(), start);
  }

  private static Map<UserId, Counts> newestOf(Collection<UserStats> batch) {
    Map<UserId, Counts> newest = new HashMap<>();
    for (UserStats stats : batch) {
      newest.merge(
          new UserId(stats.userId()),
          Counts.of(stats),
          (known, next) -> next.isNewerThan(known) ? next : known);
    }
    return newest;
  }

  private static Map<UserId, Counts> only(Set<UserId> ids, Map<UserId, Counts> counts) {
    return ids.stream().collect(Collectors.toMap(id -> id, counts::get));
  }

  private static Map<UserId, Counts> without(Set<UserId> ids, Map<UserId, Counts> counts) {
    Map<UserId, Counts> rest = new HashMap<>(counts);
    rest.keySet().removeAll(ids);
    return rest;
  }
}
