package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A list that goes to and fro around the threshold ten thousand times. */
class OscillationTest {
  private static final int THRESHOLD = 100;
  private static final int TIMES = 10_000;
  private static final ListSettings SETTINGS = new ListSettings(THRESHOLD, 64 * 1024, 90, 10, 50);

  private final CountedPages followers = new CountedPages();
  private final InMemoryEdgeLists following = new InMemoryEdgeLists();
  private final FollowEventApplier applier =
      new FollowEventApplier(followers, following, new NoChanges(), SETTINGS);
  private final Deque<String> members = new ArrayDeque<>();
  private long offset;
  private int named;

  @BeforeEach
  void oneBelowTheThreshold() {
    IntStream.range(0, THRESHOLD - 1).forEach(i -> add());
    assertThat(head().hasOverflow()).isFalse();
  }

  @Test
  void theNewestAddedAndRemovedSpillsOnceAndLeavesNothingBehind() {
    for (int i = 0; i < TIMES; i++) {
      add();
      add();
      assertWhole();
      remove(members.peekLast());
      remove(members.peekLast());
      assertWhole();
    }
    // Once over the threshold it is an outlier, until it is well below it: no more is ever moved.
    assertThat(followers.inserted).isEqualTo(1);
    assertThat(followers.replaced).isZero();
    assertThat(followers.deleted).isZero();
  }

  @Test
  void theOldestRemovedAndANewOneAddedMovesPagesNowAndThen() {
    add();
    add();
    for (int i = 0; i < TIMES; i++) {
      remove(members.peekFirst());
      remove(members.peekFirst());
      assertWhole();
      add();
      add();
      assertWhole();
    }
    // 20,000 members passed through it. Each is spilled at most once, 90 at a time, and a page is
    // rewritten at most once for half a threshold of removals.
    assertThat(followers.inserted).isBetween(1, 2 * TIMES / 45);
    assertThat(followers.replaced).isLessThanOrEqualTo(4 * (2 * TIMES) / (THRESHOLD / 2));
    assertThat(followers.deleted).isBetween(followers.inserted - 4, followers.inserted);
  }

  @Test
  void aListThatShrinksWellBelowTheThresholdIsOneDocumentAgain() {
    for (int i = 0; i < 100; i++) {
      while (members.size() <= THRESHOLD) {
        add();
      }
      assertThat(head().hasOverflow()).isTrue();
      assertWhole();
      while (members.size() > SETTINGS.unspillMark()) {
        remove(members.peekFirst());
      }
      assertThat(head().hasOverflow()).isFalse();
      assertWhole();
    }
    assertThat(followers.allPages("c")).isEmpty();
  }

  private Head head() {
    return followers.heads(List.of("c")).get("c");
  }

  private void add() {
    String id = "f" + named++;
    members.addLast(id);
    apply(id, true);
  }

  private void remove(String id) {
    members.remove(id);
    apply(id, false);
  }

  private void apply(String follower, boolean in) {
    EventBatch batch = new EventBatch(1, 0);
    batch.add(
        offset++, in ? follow(follower, "c") : unfollow(follower, "c"), TestGraph.NOW + offset);
    applier.apply(batch);
  }

  private void assertWhole() {
    Head head = head();
    List<Page> stored = followers.allPages("c");
    assertThat(head.count()).isEqualTo(members.size());
    assertThat(head.hasOverflow()).as("flag of %s", head).isEqualTo(!stored.isEmpty());
    assertThat(stored).as("no page out of range, and few").hasSize(head.pages());
    assertThat(stored.size()).isLessThanOrEqualTo(4);
    assertThat(head.edges().size()).isLessThanOrEqualTo(THRESHOLD);
    assertThat(head.removedIds().size()).isLessThanOrEqualTo(THRESHOLD / 2);
    if (offset % 100 < 4) { // the whole list now and then: it is what takes time
      assertThat(List.copyOf(GraphLaws.listed(followers.lists, head).keySet()))
          .isEqualTo(List.copyOf(members));
    }
  }

  /** Counts what is done to pages. */
  private static final class CountedPages implements EdgeLists {
    private final InMemoryEdgeLists lists = new InMemoryEdgeLists();
    private int inserted;
    private int replaced;
    private int deleted;

    List<Page> allPages(String userId) {
      return lists.allPages(userId);
    }

    @Override
    public Map<String, Head> heads(Collection<String> userIds) {
      return lists.heads(userIds);
    }

    @Override
    public List<Page> pages(String userId, int from, int to) {
      return lists.pages(userId, from, to);
    }

    @Override
    public boolean save(List<HeadUpdate> updates) {
      return lists.save(updates);
    }

    @Override
    public boolean insert(Page page) {
      inserted++;
      return lists.insert(page);
    }

    @Override
    public boolean replace(Page read, Page by) {
      replaced++;
      return lists.replace(read, by);
    }

    @Override
    public void deleteOlder(String userId, int number, long revision) {
      lists.deleteOlder(userId, number, revision);
    }

    @Override
    public void deletePages(String userId, int from, int to) {
      deleted += to - from;
      lists.deletePages(userId, from, to);
    }
  }
}
