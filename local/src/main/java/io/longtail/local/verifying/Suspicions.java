package io.longtail.local.verifying;

import java.util.ArrayList;
import java.util.List;
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

  void add(Violation violation, BooleanSupplier stillSo) {
    if (suspicions.size() < SECOND_LOOKS_MAX) {
      suspicions.add(new Suspicion(violation, stillSo));
    } else {
      violations.add(violation);
    }
  }

  boolean isEmpty() {
    return suspicions.isEmpty();
  }

  /** Nothing was written meanwhile: all of them hold. */
  void confirmAll() {
    suspicions.forEach(suspicion -> violations.add(suspicion.violation()));
    suspicions.clear();
  }

  void confirmThoseThatAreStillSo() {
    suspicions.stream()
        .filter(suspicion -> suspicion.stillSo().getAsBoolean())
        .forEach(suspicion -> violations.add(suspicion.violation()));
    suspicions.clear();
  }

  private record Suspicion(Violation violation, BooleanSupplier stillSo) {}
}
