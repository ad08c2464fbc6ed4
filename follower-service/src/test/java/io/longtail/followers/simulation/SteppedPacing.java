package io.longtail.followers.simulation;

import io.longtail.followers.Pacing;
import io.longtail.followers.simulation.Operation.Kind;

/** A clock that only waiting moves on, and waiting that takes no time but is an operation. */
public final class SteppedPacing implements Pacing {
  private final Steps steps;
  private long nanos;

  public SteppedPacing(Steps steps) {
    this.steps = steps;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public void pause(long nanosBelow) {
    nanos += nanosBelow;
    steps.one(new Operation(Kind.PAUSE, null, null, null), () -> {});
  }
}
