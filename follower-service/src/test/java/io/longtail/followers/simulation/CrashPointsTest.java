package io.longtail.followers.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.simulation.Action.Sizes;
import io.longtail.followers.simulation.History.Failure;
import io.longtail.followers.simulation.Operation.Kind;
import io.longtail.followers.simulation.Simulation.Setup;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every operation of every path comes out badly once, in every way: then another owner applies the
 * same records in batches of other sizes, the first one wakes up, and what was late takes effect.
 * Everything must be what the log says, and told without a gap.
 */
class CrashPointsTest {
  private static final int THE_ONE = 1;
  private static final int THE_NEXT = 2;
  private static final int ALL = Integer.MAX_VALUE;

  private static final Sizes ONE_BY_ONE = new Sizes(1, 1);
  private static final Sizes ALL_IN_ONE = new Sizes(1_000, 1_000);
  private static final Sizes ANY = new Sizes(1, 5);

  /** How an operation comes out, and whether what is late of it comes before the other owner. */
  private record Outcome(Verdict verdict, boolean landsFirst) {}

  private static List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      if (verdict != Verdict.PROCEED && verdict != Verdict.STOP) {
        outcomes.add(new Outcome(verdict, false));
      }
    }
    outcomes.add(new Outcome(Verdict.LATE, true));
    return outcomes;
  }

  @ParameterizedTest
  @EnumSource
  void afterAFailureAtAnyOperationEverythingIsWhatTheLogSays(Path path) {
    Set<Kind> disturbed = EnumSet.noneOf(Kind.class);
    for (Outcome outcome : outcomes()) {
      for (Sizes batching : List.of(ONE_BY_ONE, ALL_IN_ONE, ANY)) {
        Optional<Kind> hit;
        int at = 0;
        do {
          hit = play(path, at++, outcome, batching);
          hit.ifPresent(disturbed::add);
        } while (hit.isPresent());
        assertThat(at).as("operations of %s", path).isGreaterThan(path.inBatch.size());
      }
    }
    assertThat(disturbed).containsAll(path.does);
  }

  /** Which operation it was that came out badly; empty if there are not so many. */
  private static Optional<Kind> play(Path path, int at, Outcome outcome, Sizes batching) {
    History history = history(path, at, outcome, batching);
    try (Simulation world = new Simulation(history.setup(), null)) {
      history.actions().forEach(world::happen);
      world.end();
      return world.disturbed().map(Operation::kind);
    } catch (RuntimeException | AssertionError e) {
      List<String> trace = new ArrayList<>();
      Optional<Failure> again = history.replay(trace);
      throw new AssertionError(
          "%s, operation %d, %s, then %s: %s%n%s"
              .formatted(path, at, outcome, batching, again, String.join("\n", trace)),
          e);
    }
  }

  private static History history(Path path, int at, Outcome outcome, Sizes batching) {
    List<Action> actions = new ArrayList<>();
    actions.addAll(Path.append(path.before));
    actions.add(new Action.Begin(THE_ONE, 0, 0, 0, ALL_IN_ONE, 1, false, false));
    actions.add(new Action.Run(THE_ONE, path.before.isEmpty() ? 0 : ALL, Verdict.STOP));
    actions.addAll(Path.append(path.inBatch));
    actions.add(new Action.Run(THE_ONE, at, outcome.verdict()));
    if (outcome.landsFirst()) {
      IntStream.range(0, 100).forEach(i -> actions.add(new Action.Land(THE_ONE, 0)));
    }
    int back = batching == ANY ? 3 : 0;
    actions.add(new Action.Begin(THE_NEXT, 0, 0, back, batching, 1, false, false));
    return new History(new Setup(1, List.of(path.settings)), actions);
  }
}
