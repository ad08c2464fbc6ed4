package io.longtail.local.verifying;

import io.longtail.local.stored.ListNumbers;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredLists;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the pages that are out of the range of their list. They are invisible and swept some day:
 * a page is written before the head that shows it and deleted after the head that does not.
 */
final class GarbagePages {
  private static final int PAGES_PER_READ = 500;

  private final StoredLists lists;
  private long count;

  GarbagePages(StoredLists lists) {
    this.lists = lists;
  }

  /** So many of a user, or of all. */
  long count(Optional<String> user) {
    for (Side side : Side.values()) {
      List<PageNumber> portion = new ArrayList<>();
      lists.forEachPageNumber(
          side,
          user,
          (owner, page) -> {
            portion.add(new PageNumber(owner, page));
            if (portion.size() == PAGES_PER_READ) {
              countOutside(side, portion);
            }
          });
      countOutside(side, portion);
    }
    return count;
  }

  private void countOutside(Side side, List<PageNumber> portion) {
    Set<String> users = new HashSet<>();
    portion.forEach(page -> users.add(page.user()));
    Map<String, ListNumbers> numbers = lists.numbers(side, users);
    for (PageNumber page : portion) {
      ListNumbers list = numbers.get(page.user());
      if (list == null || !list.showsPage(page.number())) {
        count++;
      }
    }
    portion.clear();
  }

  private record PageNumber(String user, long number) {}
}
