package io.longtail.followers;

import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.Page;
import java.util.List;

/**
 * The stored lists of one side of the graph. Writes return when a majority has them; any exception
 * means: not known whether it took effect.
 */
public interface EdgeLists extends ListReads {

  /**
   * One write: each update takes effect if the stored revision is that of {@code before}.
   *
   * @return whether every one took effect; if not, which ones did is to be read
   */
  boolean save(List<HeadUpdate> updates);

  /** False if a page of its number is there already. */
  boolean insert(Page page);

  /** False if the page is not any more what was read. */
  boolean replace(Page read, Page by);

  /** Deletes the page if it was spilled from a revision below. */
  void deleteOlder(String userId, int number, long revision);

  /** Deletes pages that no head shows. */
  void deletePages(String userId, int from, int to);
}
