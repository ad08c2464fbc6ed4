package io.longtail.stats;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

final class InMemoryOpenGaps implements OpenGaps {
  final TreeMap<String, Long> noted = new TreeMap<>();

  @Override
  public void note(Map<String, Long> revisions) {
    revisions.forEach((id, revision) -> noted.merge(id, revision, Math::max));
  }

  @Override
  public List<String> page(String after, int limit) {
    return noted.tailMap(after, false).keySet().stream().limit(limit).toList();
  }

  @Override
  public void forget(Map<String, Long> revisions) {
    revisions.forEach(
        (id, revision) ->
            noted.computeIfPresent(id, (key, noted) -> noted <= revision ? null : noted));
  }
}
