package io.longtail.followers.simulation;

import io.longtail.followers.EdgeLists;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.Page;
import io.longtail.followers.simulation.Operation.Kind;
import io.longtail.followers.simulation.Steps.Bulk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists of one side as one owner reaches them. Each document is an operation of its own: neither a
 * read nor a write of many documents is atomic across them.
 */
public final class SteppedEdgeLists implements EdgeLists {
  private final EdgeLists lists;
  private final Side side;
  private final Steps steps;

  public SteppedEdgeLists(EdgeLists lists, Side side, Steps steps) {
    this.lists = lists;
    this.side = side;
    this.steps = steps;
  }

  @Override
  public Map<String, Head> heads(Collection<String> userIds) {
    Map<String, Head> found = new HashMap<>();
    for (String id : userIds) {
      Operation read = new Operation(Kind.HEAD_READ, side, id, null);
      found.put(id, steps.one(read, () -> lists.heads(List.of(id)).get(id)));
    }
    return found;
  }

  @Override
  public List<Page> pages(String userId, int from, int to) {
    List<Page> found = new ArrayList<>();
    for (int number = from; number < to; number++) {
      int one = number;
      Operation read = new Operation(Kind.PAGE_READ, side, userId, one);
      found.addAll(steps.one(read, () -> lists.pages(userId, one, one + 1)));
    }
    return found;
  }

  @Override
  public boolean save(List<HeadUpdate> updates) {
    boolean[] all = {true};
    Bulk bulk = new Bulk(steps);
    for (HeadUpdate update : updates) {
      Head after = update.after();
      bulk.add(
          new Operation(Kind.HEAD_SAVE, side, after.userId(), after),
          () -> all[0] &= lists.save(List.of(update)));
    }
    bulk.end();
    return all[0];
  }

  @Override
  public boolean insert(Page page) {
    return steps.one(
        new Operation(Kind.PAGE_INSERT, side, page.userId(), page), () -> lists.insert(page));
  }

  @Override
  public boolean replace(Page read, Page by) {
    return steps.one(
        new Operation(Kind.PAGE_REPLACE, side, by.userId(), by), () -> lists.replace(read, by));
  }

  @Override
  public void deletePages(String userId, int from, int to) {
    Bulk bulk = new Bulk(steps);
    for (int number = from; number < to; number++) {
      int one = number;
      bulk.add(
          new Operation(Kind.PAGE_DELETE, side, userId, one),
          () -> lists.deletePages(userId, one, one + 1));
    }
    bulk.end();
  }

  @Override
  public void deleteOlder(String userId, int number, long revision) {
    steps.one(
        new Operation(Kind.PAGE_DELETE, side, userId, number),
        () -> {
          lists.deleteOlder(userId, number, revision);
          return null;
        });
  }
}
