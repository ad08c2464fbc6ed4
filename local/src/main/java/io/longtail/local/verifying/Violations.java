package io.longtail.local.verifying;

import io.longtail.local.stored.StoredEdge;
import java.util.ArrayList;
import java.util.List;

/** Counts all violations, keeps the first ones and what of them can be repaired. */
public final class Violations {
  public static final int KEPT_MAX = 100;

  private final List<Violation> kept = new ArrayList<>();
  private final Damage damage = new Damage();
  private long count;

  /** One of a user's lists or counts. */
  void add(Violation violation) {
    keep(violation);
    if (violation.law().isMendedInTheList()) {
      damage.add(violation.user());
    }
  }

  /** One of an edge. */
  void add(Violation violation, StoredEdge edge) {
    keep(violation);
    damage.add(edge);
  }

  /** So many more of which only the number is known. */
  void addUnnamed(long more) {
    count += more;
  }

  private void keep(Violation violation) {
    count++;
    if (kept.size() < KEPT_MAX) {
      kept.add(violation);
    }
  }

  public long count() {
    return count;
  }

  public List<Violation> kept() {
    return List.copyOf(kept);
  }

  Damage damage() {
    return damage;
  }
}
