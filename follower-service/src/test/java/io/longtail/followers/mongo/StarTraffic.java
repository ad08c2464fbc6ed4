package io.longtail.followers.mongo;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowEvent;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.ListPart.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/**
 * Follows and unfollows of one user, applied in batches, beside what the list must be after each.
 * Every event changes the list. Some followers never leave; the others leave and follow again, also
 * within one batch, and new ones come. One thread makes the traffic, others may check.
 */
final class StarTraffic {
  static final String STAR = "star";
  private static final int BATCH_EVENTS_MAX = 500;

  /** One stay of one follower: visible from one batch on, and until before another. */
  private static final class Stay {
    private final int addedBy;
    private volatile int removedBy = Integer.MAX_VALUE;

    Stay(int addedBy) {
      this.addedBy = addedBy;
    }
  }

  private final FollowEventApplier applier;
  private final IntPredicate mayLeave;
  private final boolean notesLists;
  private final Random random = new Random(1);
  private final Map<String, Item> members = new LinkedHashMap<>();
  private final List<String> leavers = new ArrayList<>();
  private final List<String> gone = new ArrayList<>();
  private final Map<Item, Stay> stays = new ConcurrentHashMap<>();
  private final Map<Long, List<Item>> lists = new ConcurrentHashMap<>();

  private long nextOffset;
  private long sequence;
  private long lastMark;
  private int named;
  private volatile int begun;
  private volatile int completed;

  /**
   * @param mayLeave whether the n-th that ever followed may leave
   * @param notesLists whether the list is kept for each sequence that a reader may see
   */
  StarTraffic(FollowEventApplier applier, IntPredicate mayLeave, boolean notesLists) {
    this.applier = applier;
    this.mayLeave = mayLeave;
    this.notesLists = notesLists;
    lists.put(0L, List.of());
  }

  int begun() {
    return begun;
  }

  int completed() {
    return completed;
  }

  /** Nobody leaves, and only new ones come. */
  void grow(int follows) {
    for (int left = follows; left > 0; left -= BATCH_EVENTS_MAX) {
      change(Math.min(left, BATCH_EVENTS_MAX), 0);
    }
  }

  /** One batch; returns how many events were in it: fewer if not as many may leave. */
  int change(int follows, int unfollows) {
    int batchNumber = begun + 1;
    begun = batchNumber;
    long now = System.currentTimeMillis();
    long firstOffset = nextOffset;
    EventBatch batch = new EventBatch(1, 0);
    List<String> goneNow = new ArrayList<>();
    List<String> cameNow = new ArrayList<>();
    int ins = follows;
    for (int outs = unfollows; outs > 0 && !leavers.isEmpty(); outs--) {
      String leaver = takeAny(leavers);
      stays.get(members.remove(leaver)).removedBy = batchNumber;
      add(batch, unfollow(leaver, STAR), now);
      if (ins > 0 && random.nextBoolean()) {
        ins--;
        come(leaver, batch, batchNumber, now);
        cameNow.add(leaver); // in and out again in one batch is never seen
      } else {
        goneNow.add(leaver);
      }
    }
    for (; ins > 0; ins--) {
      String comer = gone.isEmpty() || random.nextBoolean() ? "f" + named++ : takeAny(gone);
      come(comer, batch, batchNumber, now);
      cameNow.add(comer);
    }
    cameNow.stream()
        .filter(id -> mayLeave.test(Integer.parseInt(id.substring(1))))
        .forEach(leavers::add);
    gone.addAll(goneNow);
    if (notesLists) {
      lists.put(sequence, List.copyOf(members.values())); // before any reader can see it
    }
    applier.apply(batch);
    completed = batchNumber;
    return (int) (nextOffset - firstOffset);
  }

  private void come(String follower, EventBatch batch, int batchNumber, long now) {
    lastMark = Math.max(lastMark + 1, now << 20);
    Item item = new Item(follower, lastMark);
    members.put(follower, item);
    stays.put(item, new Stay(batchNumber));
    add(batch, follow(follower, STAR), now);
  }

  private void add(EventBatch batch, FollowEvent event, long now) {
    batch.add(nextOffset++, event, now);
    sequence++;
  }

  private String takeAny(List<String> ids) {
    int at = random.nextInt(ids.size());
    String last = ids.remove(ids.size() - 1);
    return at == ids.size() ? last : ids.set(at, last);
  }

  /** The list, oldest first, at a sequence that a reader saw. */
  List<Item> listAt(long sequence) {
    return lists.get(sequence);
  }

  /**
   * Law 6 of what a walk returned.
   *
   * @param completedBefore the last batch that was completed before the walk began
   * @param begunBefore the last batch that was begun before the walk ended
   */
  void assertWalked(List<Item> walked, int completedBefore, int begunBefore) {
    Set<Item> once = new HashSet<>(walked);
    assertThat(once).as("edges that were returned twice").hasSize(walked.size());
    for (Item item : walked) {
      Stay stay = stays.get(item);
      assertThat(stay).as("%s never was", item).isNotNull();
      assertThat(stay.addedBy).as("%s came later", item).isLessThanOrEqualTo(begunBefore);
      assertThat(stay.removedBy).as("%s had left before", item).isGreaterThan(completedBefore);
    }
    stays.forEach(
        (item, stay) -> {
          if (stay.addedBy <= completedBefore && stay.removedBy > begunBefore) {
            assertThat(once.contains(item)).as("%s stayed and was not returned", item).isTrue();
          }
        });
  }
}
