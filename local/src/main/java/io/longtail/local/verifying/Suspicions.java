package io.longtail.local.verifying;

import io.longtail.local.stored.StoredEdge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What looks like a violation and may only have been on its way: two documents that are compared
 * are read one after the other. While nothing is written it is one; otherwise it is looked at
 * again.
 */
final class Suspicions {
  /** More than that and it is no coincidence: the rest counts without a second look. */
  private static final int SECOND_LOOKS_MAX = 10_000;

  private final List<Suspicion> suspicions = new ArrayList<>();
  private final Violations violations;

  Suspicions(Violations violations) {
    this.violations = violations;
  }

  /** One that can be judged when everything has arrived. */
  void add(Violation violation, BooleanSupplier stillSo) {
    add(new Suspicion(violation, Optional.empty(), stillSo, false));
  }

  /** The same of an edge. */
  void add(Violation violation, StoredEdge edge, BooleanSupplier stillSo) {
    add(new Suspicion(violation, Optional.of(edge), stillSo, false));
  }

  /** One whose second look tells for certain, whether everything has arrived or not. */
  void addCertain(Violation violation, BooleanSupplier isSo) {
    add(new Suspicion(violation, Optional.empty(), isSo, true));
  }

  private void add(Suspicion suspicion) {
    if (suspicions.size() < SECOND_LOOKS_MAX) {
      suspicions.add(suspicion);
    } else {
      suspicion.confirm(violations);
    }
  }

  boolean isEmpty() {
    return suspicions.isEmpty();
  }

  /** Nothing was written meanwhile: all of them hold. */
  void confirmAll() {
    suspicions.forEach(suspicion -> suspicion.confirm(violations));
    suspicions.clear();
  }

  void confirmThoseThatAreStillSo() {
    suspicions.stream()
        .filter(suspicion -> suspicion.stillSo().getAsBoolean())
        .forEach(suspicion -> suspicion.confirm(violations));
    suspicions.clear();
  }

  /** Something is on its way: only those that do not depend on it. */
  void confirmCertainOnes() {
    suspicions.removeIf(suspicion -> !suspicion.isCertain());
    confirmThoseThatAreStillSo();
  }

  private record Suspicion(
      Violation violation, Optional<StoredEdge> edge, BooleanSupplier stillSo, boolean isCertain) {

    void confirm(Violations violations) {
      if (edge.isPresent()) {
        violations.add(violation, edge.get());
      } else {
        violations.add(violation);
      }
    }
  }
}
