package io.longtail.local.verifying;

import io.longtail.local.stored.StoredEdge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What looks like a violation and may only have been on its way: two documents that are compared
 * are read one after the other. While nothing is written it is one; otherwise it is looked at
 * again, and again after a moment, and is none as soon as it looks right once. What is too much to
 * be looked at again is not judged then.
 */
final class Suspicions {
  /** A second look takes a few reads. */
  private static final int LOOKED_AT_MAX = 10_000;

  /** Some 500 bytes each; as many as can be mended at once. */
  private static final int KEPT_MAX = Damage.KEPT_MAX;

  private static final int LOOKS = 10;
  private static final long LOOK_AGAIN_AFTER_NANOS = 200_000_000;

  private final List<Suspicion> suspicions = new ArrayList<>();
  private final Violations violations;
  private final int lookedAtMax;
  private final int keptMax;
  private long notKept;
  private long notJudged;

  Suspicions(Violations violations) {
    this(violations, LOOKED_AT_MAX, KEPT_MAX);
  }

  Suspicions(Violations violations, int lookedAtMax, int keptMax) {
    this.violations = violations;
    this.lookedAtMax = lookedAtMax;
    this.keptMax = keptMax;
  }

  /**
   * One that can be judged when everything has arrived.
   *
   * @param looksWrong a look at what is stored now
   * @return whether it would be looked at again
   */
  boolean add(Violation violation, BooleanSupplier looksWrong) {
    return add(new Suspicion(violation, Optional.empty(), looksWrong, false));
  }

  /** The same of an edge. */
  void add(Violation violation, StoredEdge edge, BooleanSupplier looksWrong) {
    add(new Suspicion(violation, Optional.of(edge), looksWrong, false));
  }

  /** One of which one look tells for certain, whether everything has arrived or not. */
  void addCertain(Violation violation, BooleanSupplier isSo) {
    add(new Suspicion(violation, Optional.empty(), isSo, true));
  }

  private boolean add(Suspicion suspicion) {
    if (suspicions.size() < keptMax) {
      suspicions.add(suspicion);
    } else {
      notKept++;
    }
    return suspicions.size() <= lookedAtMax && notKept == 0;
  }

  boolean isEmpty() {
    return suspicions.isEmpty();
  }

  /** How many could not be looked at again when they had to be. */
  long notJudged() {
    return notJudged;
  }

  /** Nothing was written meanwhile: all of them hold. */
  void confirmAll() {
    suspicions.forEach(suspicion -> suspicion.confirm(violations));
    violations.addUnnamed(notKept);
    clear();
  }

  void confirmThoseThatAreStillSo() {
    int lookedAt = Math.min(suspicions.size(), lookedAtMax);
    notJudged += suspicions.size() - lookedAt + notKept;
    List<Suspicion> open = new ArrayList<>(suspicions.subList(0, lookedAt));
    clear();
    for (int look = 0; look < LOOKS && !open.isEmpty(); look++) {
      if (look > 0) {
        LockSupport.parkNanos(LOOK_AGAIN_AFTER_NANOS);
      }
      open.removeIf(this::isSettledByALook);
    }
    open.forEach(suspicion -> suspicion.confirm(violations));
  }

  private boolean isSettledByALook(Suspicion suspicion) {
    boolean wrong = suspicion.looksWrong().getAsBoolean();
    if (wrong && suspicion.isCertain()) {
      suspicion.confirm(violations);
    }
    return suspicion.isCertain() || !wrong;
  }

  /** Something is on its way: only those that do not depend on it. */
  void confirmCertainOnes() {
    suspicions.removeIf(suspicion -> !suspicion.isCertain());
    confirmThoseThatAreStillSo();
  }

  private void clear() {
    suspicions.clear();
    notKept = 0;
  }

  private record Suspicion(
      Violation violation,
      Optional<StoredEdge> edge,
      BooleanSupplier looksWrong,
      boolean isCertain) {

    void confirm(Violations violations) {
      if (edge.isPresent()) {
        violations.add(violation, edge.get());
      } else {
        violations.add(violation);
      }
    }
  }
}
