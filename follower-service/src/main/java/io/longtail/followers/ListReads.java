package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.Page;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads of the lists of one side of the graph. They see what a majority has. */
public interface ListReads {

  /** One read. A user without a document has the empty head. */
  Map<String, Head> heads(Collection<String> userIds);

  /** The pages from {@code from} (inclusive) to {@code to} (exclusive) that exist, by number. */
  List<Page> pages(String userId, int from, int to);
}
