package io.longtail.followers.simulation;

import io.longtail.followers.ListPart.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every version that a stored list ever had, with the time from which on it was the current. */
final class ListVersions {

  /** Its items stand oldest first. */
  record Version(long from, long revision, long sequence, List<Item> items) {}

  private static final Version NEVER_STORED = new Version(0, 0, 0, List.of());

  private final List<Version> versions = new ArrayList<>(List.of(NEVER_STORED));
  private final Map<Long, Integer> countBySequence = new HashMap<>(Map.of(0L, 0));

  void add(Version version) {
    versions.add(version);
    countBySequence.put(version.sequence(), version.items().size());
  }

  Version current() {
    return versions.get(versions.size() - 1);
  }

  /** Whether the list ever had this count under this sequence. */
  boolean hadCount(long sequence, long count) {
    Integer known = countBySequence.get(sequence);
    return known != null && known == count;
  }

  /** Those that were the current one at some moment from then until now. */
  List<Version> since(long time) {
    int first = versions.size() - 1;
    while (versions.get(first).from() > time) {
      first--;
    }
    return versions.subList(first, versions.size());
  }

  /** Edges, with their marks, that were there at every moment from then until now. */
  Set<Item> stayedSince(long time) {
    Set<Item> stayed = null;
    for (Version version : since(time)) {
      if (stayed == null) {
        stayed = new HashSet<>(version.items());
      } else {
        stayed.retainAll(new HashSet<>(version.items()));
      }
    }
    return stayed;
  }

  /** Edges that were there at any moment from then until now. */
  Set<Item> seenSince(long time) {
    Set<Item> seen = new HashSet<>();
    since(time).forEach(version -> seen.addAll(version.items()));
    return seen;
  }
}
