package io.longtail.local.verifying;

import io.longtail.local.stored.StoredEdge;
import java.util.LinkedHashSet;
import java.util.Set;

/** What of the violations can be repaired: users whose lists are off, edges that are. Bounded. */
final class Damage {
  /** Some 150 bytes each. What is beyond is found by the next look, when these are mended. */
  static final int KEPT_MAX = 100_000;

  private final Set<String> users = new LinkedHashSet<>();
  private final Set<StoredEdge> edges = new LinkedHashSet<>();

  void add(String user) {
    if (users.size() < KEPT_MAX) {
      users.add(user);
    }
  }

  void add(StoredEdge edge) {
    if (edges.size() < KEPT_MAX) {
      edges.add(edge);
    }
  }

  Set<String> users() {
    return users;
  }

  Set<StoredEdge> edges() {
    return edges;
  }
}
