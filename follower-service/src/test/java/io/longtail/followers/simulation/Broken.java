package io.longtail.followers.simulation;

import java.util.function.Supplier;

/** A law that was seen not to hold. */
final class Broken extends AssertionError {
  private Broken(String what) {
    super(what);
  }

  /** The text is made only when it is needed: this is asked some million times. */
  static void unless(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new Broken(otherwise.get());
    }
  }
}
