package io.longtail.users;

import java.time.Duration;

/** Time that passes only when somebody waits or a test says so. */
final class FakeTime implements WritePace.Time {
  private long nanos = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos(); // wraps on the way

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void pass(long more) {
    nanos += more;
  }

  void pass(Duration more) {
    pass(more.toNanos());
  }
}
