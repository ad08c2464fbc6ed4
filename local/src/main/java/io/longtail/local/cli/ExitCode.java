package io.longtail.local.cli;

import io.longtail.local.importing.PublishingFailedException;

/** How the command ends. */
final class ExitCode {
  static final int WELL = 0;

  /** It failed, or laws are violated. */
  static final int FAILED = 1;

  static final int USAGE = 2;

  /** Some rows were refused, the rest is applied. */
  static final int ROWS_REFUSED = 3;

  static final int NOT_DRAINED = 4;
  static final int STACK_NOT_REACHED = 5;

  private ExitCode() {}

  static int of(PublishingFailedException failure) {
    return failure.isAway() ? STACK_NOT_REACHED : FAILED;
  }
}
