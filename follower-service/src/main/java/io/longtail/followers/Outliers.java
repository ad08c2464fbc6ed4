package io.longtail.followers;

import java.util.List;
import java.util.Optional;

/** The lists that declare themselves long. */
public interface Outliers {

  /**
   * @param headBytes size of the head's document, in bytes
   */
  record Outlier(String id, long count, int pages, long headBytes) {}

  /** In the order of ids, beginning after the given one. */
  List<Outlier> list(Side side, Optional<String> afterId, int limit);
}
