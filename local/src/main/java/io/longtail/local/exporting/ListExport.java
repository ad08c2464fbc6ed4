package io.longtail.local.exporting;

import io.longtail.events.UserIdRule;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredHead;
import io.longtail.local.stored.StoredLists;
import io.longtail.local.stored.StoredPage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes one list of followers, oldest first, a few pages at a time: a part is written only when
 * the head, read again after its pages, says that they belong together. After a part that did not
 * hold it goes on from the new head behind the last mark that was written, so that nothing is
 * written twice.
 *
 * <p>A list that nobody writes to meanwhile comes out whole. Of one that is written to comes what
 * was in it when its turn began and had not left when it was reached; what came later does not.
 */
final class ListExport {
  /** Tries of one part. Each fails only if the list was compacted while 16 pages were read. */
  private static final int ATTEMPTS_MAX = 100;

  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(20);

  private final StoredLists lists;
  private final EdgeSink sink;
  private final String user;

  /** What came after the list's turn began has higher marks. */
  private final long newestMark;

  private StoredHead head;
  private long nextPage;
  private long lastWritten = Long.MIN_VALUE;
  private boolean begunAgain;
  private int attempts;

  ListExport(StoredLists lists, StoredHead found, EdgeSink sink) {
    this.lists = lists;
    this.sink = sink;
    this.user = found.user();
    this.newestMark = found.newestMark();
    this.head = found;
    this.nextPage = found.firstPage();
  }

  /**
   * @throws ExportFailedException if the list is damaged, or written to without a pause
   */
  void run() {
    requireSound(head.faults(), "the head");
    while (nextPage < head.nextPage()) {
      writePages(Math.min(nextPage + StoredLists.PAGES_PER_READ, head.nextPage()));
    }
    write("the head", head.ids(), head.marks(), Set.of());
  }

  private void writePages(long to) {
    List<Optional<StoredPage>> pages = lists.pages(Side.FOLLOWERS, user, nextPage, to);
    StoredHead now =
        lists
            .head(Side.FOLLOWERS, user)
            .orElseThrow(() -> damaged("its head is gone; heads are never deleted"));
    if (!holds(pages, now)) {
      beginAgain(now, pages);
      return;
    }
    for (Optional<StoredPage> page : pages) {
      String name = "page " + nextPage++;
      requireSound(page.orElseThrow().faults(), name);
      write(name, page.get().ids(), page.get().marks(), head.removedIds());
    }
    attempts = 0;
  }

  /** Whether the pages are those of the head that was read before them. */
  private boolean holds(List<Optional<StoredPage>> pages, StoredHead now) {
    if (pages.stream().anyMatch(Optional::isEmpty)) {
      return false;
    }
    return now.revision() == head.revision()
        || (now.firstPage() == head.firstPage()
            && pages.stream().noneMatch(page -> page.get().compacted() > head.revision()));
  }

  private void beginAgain(StoredHead now, List<Optional<StoredPage>> pages) {
    if (now.revision() == head.revision()) {
      int missing = pages.indexOf(Optional.<StoredPage>empty());
      throw damaged("page " + (nextPage + missing) + " is missing");
    }
    if (++attempts == ATTEMPTS_MAX) {
      throw new ExportFailedException(
          "the followers of " + user + " were written to all the time and cannot be read");
    }
    LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos());
    requireSound(now.faults(), "the head");
    head = now;
    begunAgain = true;
    // Ids move to higher pages or back into the head, never to a lower page.
    nextPage = Math.max(nextPage, now.firstPage());
  }

  private void write(String where, List<String> ids, long[] marks, Set<String> removedIds) {
    if (ids.size() != marks.length) {
      throw damaged("%s has %d ids and %d marks".formatted(where, ids.size(), marks.length));
    }
    long behind = lastWritten;
    for (int i = 0; i < marks.length; i++) {
      String id = ids.get(i);
      if (removedIds.contains(id)) {
        continue;
      }
      if (begunAgain && (marks[i] <= behind || marks[i] > newestMark)) {
        continue;
      }
      if (!UserIdRule.holds(id)) {
        throw damaged("%s lists what is no user id: %s".formatted(where, id));
      }
      sink.accept(id, user, marks[i]);
      lastWritten = marks[i];
    }
  }

  private void requireSound(List<String> faults, String where) {
    if (!faults.isEmpty()) {
      throw damaged(where + ": " + String.join(", ", faults));
    }
  }

  private ExportFailedException damaged(String what) {
    return new ExportFailedException(
        "the followers of %s are damaged: %s ('verify --user %s' says more)"
            .formatted(user, what, user));
  }
}
