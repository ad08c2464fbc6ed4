package io.longtail.followers.histories;

import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.followers.Side;
import io.longtail.followers.simulation.Operation;
import io.longtail.followers.simulation.SteppedGraph;
import java.util.List;
import java.util.function.Predicate;

/** Where owners stall in a history, and what was told in it. */
final class Moments {
  private Moments() {}

  static Predicate<Operation> headRead(Side side) {
    return operation -> operation.isHeadRead() && operation.isOn(side);
  }

  static Predicate<Operation> headSave(Side side, String user) {
    return operation -> operation.isHeadSave() && operation.isOn(side) && operation.isOf(user);
  }

  static Predicate<Operation> pageRead(Side side, String user) {
    return operation -> operation.isPageRead() && operation.isOn(side) && operation.isOf(user);
  }

  /**
   * The changes of a list by sequence, once repeats are dropped: {@code +a}, {@code -a}, and {@code
   * =3} for a count that was corrected.
   */
  static List<String> told(SteppedGraph graph, String followee) {
    return graph.changes.of(followee).stream().map(Moments::text).toList();
  }

  private static String text(FollowerChange change) {
    if (change instanceof FollowerAdded added) {
      return "+" + added.followerId().value();
    }
    return change instanceof FollowerRemoved removed
        ? "-" + removed.followerId().value()
        : "=" + change.followerCount();
  }
}
