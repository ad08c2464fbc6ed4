package io.longtail.local.exporting;

import com.mongodb.client.MongoDatabase;
import io.longtail.local.console.Console;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredLists;

/** Writes every edge that is stored, list by list. It holds a few pages of one list at a time. */
public final class Exporter {
  private final StoredLists lists;
  private final Console console;

  public Exporter(MongoDatabase followers, Console console) {
    this.lists = new StoredLists(followers);
    this.console = console;
  }

  /**
   * @throws ExportFailedException if not everything could be read or written
   */
  public Outcome run() {
    long begin = System.nanoTime();
    long estimated = lists.estimatedHeads(Side.FOLLOWERS);
    EdgeRows rows = new EdgeRows(console);
    Counter listsDone = new Counter();
    lists.forEachHead(
        Side.FOLLOWERS,
        head -> {
          new ListExport(lists, head, rows).run();
          listsDone.count++;
          console.progress(
              (double) listsDone.count / Math.max(1, estimated), "%,d edges written", rows.count());
        });
    rows.flush();
    return new Outcome(listsDone.count, rows.count(), (System.nanoTime() - begin) / 1e9);
  }

  private static final class Counter {
    private long count;
  }

  /** What was written. */
  public record Outcome(long lists, long edges, double seconds) {}
}
