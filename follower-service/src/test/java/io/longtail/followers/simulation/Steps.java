package io.longtail.followers.simulation;

import java.util.function.Supplier;

/** Passes each operation of one owner by whoever decides what becomes of it. */
public interface Steps {

  /** Returns when the verdict is another than to stop. */
  Verdict before(Operation operation);

  /** Takes what is to take effect some time later, after its sender was told that it failed. */
  void putOff(Operation operation, Runnable effect);

  /** What a store or broker throws that does not answer, or not as one would like. */
  final class Failed extends RuntimeException {
    Failed(Operation operation) {
      super("failed: " + operation);
    }
  }

  /** Ends an owner. An error, so that nothing takes it for a failure of the store. */
  final class Killed extends Error {
    Killed() {
      super("killed", null, false, false);
    }
  }

  /** An operation that is no part of a bulk. */
  default <T> T one(Operation operation, Supplier<T> effect) {
    switch (before(operation)) {
      case PROCEED -> {
        return effect.get();
      }
      case FAIL_AFTER -> effect.get();
      case LATE -> putOff(operation, effect::get);
      case KILL_AFTER -> {
        effect.get();
        throw new Killed();
      }
      case KILL_BEFORE -> throw new Killed();
      default -> {}
    }
    throw new Failed(operation);
  }

  default void one(Operation operation, Runnable effect) {
    one(
        operation,
        () -> {
          effect.run();
          return null;
        });
  }

  /** Operations that are sent at once and answered at once. */
  final class Bulk {
    private final Steps steps;
    private Operation failed;
    private boolean broken;
    private boolean late;

    Bulk(Steps steps) {
      this.steps = steps;
    }

    /** The next one of the bulk, if it gets that far. */
    void add(Operation operation, Runnable effect) {
      if (late) {
        steps.putOff(operation, effect);
      }
      if (late || broken) {
        return;
      }
      Verdict verdict = steps.before(operation);
      switch (verdict) {
        case PROCEED, FAIL_AFTER, KILL_AFTER -> effect.run();
        case LATE -> steps.putOff(operation, effect);
        default -> {}
      }
      switch (verdict) {
        case PROCEED -> {}
        case REFUSE -> failed = operation;
        case KILL_BEFORE, KILL_AFTER -> throw new Killed();
        default -> {
          failed = operation;
          late = verdict == Verdict.LATE;
          broken = !late;
        }
      }
    }

    /** The answer to all of it. */
    void end() {
      if (failed != null) {
        throw new Failed(failed);
      }
    }
  }
}
