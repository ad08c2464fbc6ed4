package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.Page;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The stored lists of one side of the graph. Reads see what a majority has, and writes return when
 * a majority has them; any exception means: not known whether it took effect.
 */
public interface EdgeLists {

  /** One read. A user without a document has the empty head. */
  Map<String, Head> heads(Collection<String> userIds);

  /**
   * One write: each update takes effect if the stored revision is that of {@code before}.
   *
   * @return whether every one took effect; if not, which ones did is to be read
   */
  boolean save(List<HeadUpdate> updates);

  /** The pages of these numbers that exist, by number. */
  List<Page> pages(String userId, int from, int to);

  /** False if a page of its number is there already. */
  boolean insert(Page page);

  /** False if the page is not any more what was read. */
  boolean replace(Page read, Page by);

  /** Deletes pages that no head shows. */
  void deletePages(String userId, int from, int to);
}
