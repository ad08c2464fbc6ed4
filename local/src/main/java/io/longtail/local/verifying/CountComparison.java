package io.longtail.local.verifying;

import io.longtail.local.stored.ListNumbers;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredHead;
import io.longtail.local.stored.StoredLists;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares the counts of the lists with those of stats-service, in portions. */
final class CountComparison {
  private final StoredLists lists;
  private final StoredCounts counts;
  private final Suspicions suspicions;
  private final Side side;
  private final Map<String, Long> portion = new HashMap<>();

  CountComparison(StoredLists lists, StoredCounts counts, Suspicions suspicions, Side side) {
    this.lists = lists;
    this.counts = counts;
    this.suspicions = suspicions;
    this.side = side;
  }

  void add(StoredHead head) {
    portion.put(head.user(), head.count());
    if (portion.size() == StoredCounts.USERS_PER_READ) {
      finishPortion();
    }
  }

  void finishPortion() {
    if (portion.isEmpty()) {
      return;
    }
    Map<String, Map<Side, Long>> stats = counts.of(portion.keySet());
    portion.forEach(
        (user, listed) -> {
          long stat = stats.getOrDefault(user, Map.of()).getOrDefault(side, 0L);
          if (stat != listed) {
            suspect(user, listed, stat);
          }
        });
    portion.clear();
  }

  /** The count of one user who has no list. */
  void compareWithoutList(String user) {
    long stat = counts.of(side, user);
    if (stat != 0) {
      suspect(user, 0, stat);
    }
  }

  /** Counts of users who have no list: not met in a walk over the lists. */
  void compareUsersWithoutList() {
    counts.forEachPortion(
        each -> {
          List<String> users = StoredCounts.users(each, side);
          if (users.isEmpty()) {
            return;
          }
          Set<String> withList = lists.numbers(side, users).keySet();
          for (String user : users) {
            if (!withList.contains(user)) {
              suspect(user, 0, each.get(user).get(side));
            }
          }
        });
  }

  private void suspect(String user, long listed, long stat) {
    suspicions.add(
        new Violation(
            Law.COUNT_IS_LIST,
            user,
            "%s: %s is %d and stats-service says %d"
                .formatted(side.heads(), side.countField(), listed, stat)),
        () -> differs(user));
  }

  private boolean differs(String user) {
    ListNumbers list = lists.numbers(side, List.of(user)).get(user);
    return (list == null ? 0 : list.count()) != counts.of(side, user);
  }
}
