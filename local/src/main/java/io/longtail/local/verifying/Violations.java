package io.longtail.local.verifying;

import java.util.ArrayList;
import java.util.List;

/** Counts all violations and keeps the first ones. */
public final class Violations {
  public static final int KEPT_MAX = 100;

  private final List<Violation> kept = new ArrayList<>();
  private long count;

  void add(Violation violation) {
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
}
