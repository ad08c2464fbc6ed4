package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lists of one side as maps, with the same compare-and-set as the stored ones. */
public final class InMemoryEdgeLists implements EdgeLists {
  private final Map<String, Head> heads = new TreeMap<>();
  private final Map<String, TreeMap<Integer, Page>> pages = new TreeMap<>();

  @Override
  public synchronized Map<String, Head> heads(Collection<String> userIds) {
    Map<String, Head> found = new HashMap<>();
    userIds.forEach(id -> found.put(id, heads.getOrDefault(id, Head.empty(id))));
    return found;
  }

  @Override
  public synchronized boolean save(List<HeadUpdate> updates) {
    boolean all = true;
    for (HeadUpdate update : updates) {
      String id = update.after().userId();
      if (heads.getOrDefault(id, Head.empty(id)).revision() == update.before().revision()) {
        heads.put(id, update.after());
      } else {
        all = false;
      }
    }
    return all;
  }

  @Override
  public synchronized List<Page> pages(String userId, int from, int to) {
    return new ArrayList<>(pagesOf(userId).subMap(from, to).values());
  }

  @Override
  public synchronized boolean insert(Page page) {
    return pagesOf(page.userId()).putIfAbsent(page.number(), page) == null;
  }

  @Override
  public synchronized boolean replace(Page read, Page by) {
    Page now = pagesOf(read.userId()).get(read.number());
    if (now == null
        || now.fromRevision() != read.fromRevision()
        || now.compacted() != read.compacted()
        || now.edges().size() != read.edges().size()) {
      return false;
    }
    pagesOf(read.userId()).put(by.number(), by);
    return true;
  }

  @Override
  public synchronized void deletePages(String userId, int from, int to) {
    pagesOf(userId).subMap(from, to).clear();
  }

  @Override
  public synchronized void deleteOlder(String userId, int number, long revision) {
    pagesOf(userId)
        .computeIfPresent(number, (n, page) -> page.fromRevision() < revision ? null : page);
  }

  /** Damage: the page as somebody left it who went past the service. */
  public synchronized void put(Page page) {
    pagesOf(page.userId()).put(page.number(), page);
  }

  /** Damage likewise. */
  public synchronized void put(Head head) {
    heads.put(head.userId(), head);
  }

  public synchronized List<Head> allHeads() {
    return List.copyOf(heads.values());
  }

  public synchronized List<Page> allPages(String userId) {
    return List.copyOf(pagesOf(userId).values());
  }

  private TreeMap<Integer, Page> pagesOf(String userId) {
    return pages.computeIfAbsent(userId, x -> new TreeMap<>());
  }
}
