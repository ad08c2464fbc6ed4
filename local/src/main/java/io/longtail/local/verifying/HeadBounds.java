package io.longtail.local.verifying;

import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredHead;
import java.util.Optional;

/** The bounds of a head. Between two writes of one batch a head may be over them for a moment. */
record HeadBounds(Limits limits) {

  Optional<Violation> excess(Side side, StoredHead head) {
    if (head.ids().size() > limits.threshold()) {
      return excess(
          side,
          head,
          "holds %d ids, not at most %d".formatted(head.ids().size(), limits.threshold()));
    }
    if (head.bytes() > limits.thresholdBytes()) {
      return excess(
          side,
          head,
          "has %d bytes, not at most %d".formatted(head.bytes(), limits.thresholdBytes()));
    }
    return Optional.empty();
  }

  private static Optional<Violation> excess(Side side, StoredHead head, String what) {
    return Optional.of(new Violation(Law.BOUNDS, head.user(), side.heads() + ": the head " + what));
  }
}
