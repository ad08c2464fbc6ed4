package io.longtail.followers.simulation;

import io.longtail.followers.simulation.Simulation.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A world and what happened in it: enough to make it happen again. */
record History(Setup setup, List<Action> actions) {

  /** How a history ended that should not have: at which of its actions, and why. */
  record Failure(int at, Throwable why) {
    /** Two failures are alike if the same check in the same place saw them. */
    boolean isLike(Failure other) {
      return origin(why).equals(origin(other.why));
    }

    private static String origin(Throwable why) {
      Throwable root = why;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      for (StackTraceElement element : root.getStackTrace()) {
        String name = element.getClassName();
        if (name.startsWith("io.longtail") && !name.equals(Broken.class.getName())) {
          return root.getClass() + " " + element;
        }
      }
      return root.toString();
    }
  }

  /** A history that was made up, with how it ended. */
  record Played(History history, Totals totals, Optional<Failure> failure) {}

  /** Makes up the history of a seed while it happens. */
  static Played ofSeed(long seed) {
    return ofSeed(seed, UnaryOperator.identity());
  }

  /** The same in a world that differs. */
  static Played ofSeed(long seed, UnaryOperator<Setup> difference) {
    Chance chance = new Chance(seed);
    Setup setup = difference.apply(chance.setup());
    List<Action> actions = new ArrayList<>();
    try (Simulation world = new Simulation(setup, null)) {
      Optional<Failure> failure = Optional.empty();
      try {
        while (!chance.isOver(world)) {
          Action action = chance.next(world);
          actions.add(action);
          world.happen(action);
        }
        world.end();
      } catch (RuntimeException | AssertionError e) {
        failure = Optional.of(new Failure(actions.size(), e));
      }
      world.totals.add(Totals.Kind.SEEDS);
      return new Played(new History(setup, actions), world.totals, failure);
    }
  }

  /** Lets it happen again. */
  Optional<Failure> replay(List<String> trace) {
    try (Simulation world = new Simulation(setup, trace)) {
      int at = 0;
      try {
        for (Action action : actions) {
          at++;
          world.happen(action);
        }
        world.end();
        return Optional.empty();
      } catch (RuntimeException | AssertionError e) {
        return Optional.of(new Failure(at, e));
      }
    }
  }
}
