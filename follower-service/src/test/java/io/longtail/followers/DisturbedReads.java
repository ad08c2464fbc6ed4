package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.Page;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads before each of which something else may happen; counted. */
final class DisturbedReads implements ListReads {
  private final ListReads lists;
  private final Runnable before;
  private int headReads;
  private int pageReads;

  DisturbedReads(ListReads lists, Runnable before) {
    this.lists = lists;
    this.before = before;
  }

  /** What is to happen before the first read, the second and so on; then nothing more. */
  static DisturbedReads scripted(ListReads lists, Runnable... script) {
    int[] at = {0};
    return new DisturbedReads(
        lists,
        () -> {
          if (at[0] < script.length) {
            script[at[0]++].run();
          }
        });
  }

  int headReads() {
    return headReads;
  }

  int pageReads() {
    return pageReads;
  }

  @Override
  public Map<String, Head> heads(Collection<String> userIds) {
    before.run();
    headReads++;
    return lists.heads(userIds);
  }

  @Override
  public List<Page> pages(String userId, int from, int to) {
    before.run();
    pageReads += to - from;
    return lists.pages(userId, from, to);
  }
}
