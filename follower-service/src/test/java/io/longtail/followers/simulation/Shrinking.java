package io.longtail.followers.simulation;

import io.longtail.followers.simulation.Action.Run;
import io.longtail.followers.simulation.History.Failure;
import java.util.ArrayList;
import java.util.List;

/** Leaves out of a history that fails whatever it fails without. */
final class Shrinking {
  /** Each attempt plays a history: a few milliseconds. */
  private static final int ATTEMPTS_MAX = 6_000;

  private History smallest;
  private final Failure failure;
  private int attempts;

  private Shrinking(History failing, Failure failure) {
    this.smallest = failing;
    this.failure = failure;
  }

  static History shrink(History failing, Failure failure) {
    Shrinking shrinking = new Shrinking(failing, failure);
    shrinking.attempt(failing.actions().subList(0, failure.at()));
    int sizeBefore;
    do {
      sizeBefore = shrinking.smallest.actions().size();
      shrinking.leaveOut();
      shrinking.simplify();
    } while (shrinking.smallest.actions().size() < sizeBefore && shrinking.attempts < ATTEMPTS_MAX);
    return shrinking.smallest;
  }

  private boolean attempt(List<Action> actions) {
    if (attempts++ >= ATTEMPTS_MAX) {
      return false;
    }
    History candidate = new History(smallest.setup(), List.copyOf(actions));
    boolean alike = candidate.replay(null).filter(failure::isLike).isPresent();
    if (alike) {
      smallest = candidate;
    }
    return alike;
  }

  private void leaveOut() {
    for (int chunk = smallest.actions().size() / 2; chunk >= 1; chunk /= 2) {
      for (int at = 0; at < smallest.actions().size(); ) {
        List<Action> without = new ArrayList<>(smallest.actions());
        without.subList(at, Math.min(at + chunk, without.size())).clear();
        if (!attempt(without)) {
          at += chunk;
        }
      }
    }
  }

  private void simplify() {
    for (int at = 0; at < smallest.actions().size(); at++) {
      if (smallest.actions().get(at) instanceof Run run) {
        for (int operations = run.operations() - 1; operations >= 0; operations /= 2) {
          if (replace(at, new Run(run.who(), operations, run.then())) || operations == 0) {
            break;
          }
        }
        if (run.then() != Verdict.STOP) {
          replace(at, new Run(run.who(), run.operations(), Verdict.STOP));
        }
      }
    }
  }

  private boolean replace(int at, Action by) {
    List<Action> actions = new ArrayList<>(smallest.actions());
    actions.set(at, by);
    return attempt(actions);
  }
}
