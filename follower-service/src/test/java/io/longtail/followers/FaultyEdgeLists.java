package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.Page;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Lists whose commands fail now and then, before or after they took effect, and between whose
 * commands somebody else gets to work.
 */
final class FaultyEdgeLists implements EdgeLists {

  /** What a store throws that went away. */
  static final class StoreAway extends RuntimeException {
    StoreAway() {
      super("the store went away");
    }
  }

  private final EdgeLists lists;
  private final Random random;
  private final Runnable inBetween;

  FaultyEdgeLists(EdgeLists lists, Random random, Runnable inBetween) {
    this.lists = lists;
    this.random = random;
    this.inBetween = inBetween;
  }

  private <T> T faulty(Supplier<T> command) {
    inBetween.run();
    if (random.nextInt(150) == 0) {
      throw new StoreAway();
    }
    T result = command.get();
    if (random.nextInt(150) == 0) {
      throw new StoreAway(); // it took effect, and the reply was lost
    }
    return result;
  }

  @Override
  public Map<String, Head> heads(Collection<String> userIds) {
    return faulty(() -> lists.heads(userIds));
  }

  @Override
  public List<Page> pages(String userId, int from, int to) {
    return faulty(() -> lists.pages(userId, from, to));
  }

  @Override
  public boolean save(List<HeadUpdate> updates) {
    return faulty(() -> lists.save(updates));
  }

  @Override
  public boolean insert(Page page) {
    return faulty(() -> lists.insert(page));
  }

  @Override
  public boolean replace(Page read, Page by) {
    return faulty(() -> lists.replace(read, by));
  }

  @Override
  public void deletePages(String userId, int from, int to) {
    faulty(
        () -> {
          lists.deletePages(userId, from, to);
          return null;
        });
  }

  @Override
  public void deleteOlder(String userId, int number, long revision) {
    faulty(
        () -> {
          lists.deleteOlder(userId, number, revision);
          return null;
        });
  }
}
