package io.longtail.followers.mongo;

import com.mongodb.MongoException;
import io.longtail.followers.ListReads;
import io.longtail.followers.StoreUnavailableException;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.Page;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads that tell in the words of the root package that MongoDB does not answer. */
final class PromptReads implements ListReads {
  private final ListReads lists;

  PromptReads(ListReads lists) {
    this.lists = lists;
  }

  /** The answer, or that the store has none. */
  static <T> T orUnavailable(Supplier<T> read) {
    try {
      return read.get();
    } catch (MongoException e) {
      throw new StoreUnavailableException(e);
    }
  }

  @Override
  public Map<String, Head> heads(Collection<String> userIds) {
    return orUnavailable(() -> lists.heads(userIds));
  }

  @Override
  public List<Page> pages(String userId, int from, int to) {
    return orUnavailable(() -> lists.pages(userId, from, to));
  }
}
