package io.longtail.followers.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.Action.Sizes;
import io.longtail.followers.simulation.History.Failure;
import io.longtail.followers.simulation.Simulation.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two owners of one partition do the same, each in its own batches and with its own settings: the
 * first is left at any of its operations, the second at any of its own, the first goes on to the
 * end, then the second. All of these there are, for every path.
 */
class TwoOwnersTest {
  private static final int FIRST = 1;
  private static final int SECOND = 2;
  private static final int ALL = Integer.MAX_VALUE;
  private static final Sizes ALL_IN_ONE = new Sizes(1_000, 1_000);
  private static final Sizes SMALL = new Sizes(2, 2);

  @ParameterizedTest
  @EnumSource
  void whereverEachOfThemStandsEverythingIsWhatTheLogSays(Path path) {
    int histories = 0;
    boolean firstWasDone = false;
    for (int first = 0; !firstWasDone; first++) {
      boolean secondWasDone = false;
      for (int second = 0; !secondWasDone; second++) {
        Standing standing = play(path, first, second);
        firstWasDone = standing.isFirstDone();
        secondWasDone = standing.isSecondDone();
        histories++;
      }
    }
    assertThat(histories).isGreaterThan(path.inBatch.size() * path.inBatch.size());
  }

  /** Whether the owners had anything left to do where they were left. */
  private record Standing(boolean isFirstDone, boolean isSecondDone) {}

  private static Standing play(Path path, int first, int second) {
    List<Action> actions = new ArrayList<>(Path.append(path.before));
    actions.add(new Action.Begin(FIRST, 0, 0, 0, ALL_IN_ONE, 1, false, false));
    actions.add(new Action.Run(FIRST, path.before.isEmpty() ? 0 : ALL, Verdict.STOP));
    actions.addAll(Path.append(path.inBatch));
    actions.add(new Action.Run(FIRST, first, Verdict.STOP));
    int firstStands = actions.size();
    actions.add(new Action.Begin(SECOND, 0, 1, 0, SMALL, 1, false, false));
    actions.add(new Action.Run(SECOND, second, Verdict.STOP));
    int secondStands = actions.size();
    actions.add(new Action.Run(FIRST, ALL, Verdict.STOP));
    History history =
        new History(new Setup(1, List.of(path.settings, larger(path.settings))), actions);

    boolean isFirstDone = false;
    boolean isSecondDone = false;
    try (Simulation world = new Simulation(history.setup(), null)) {
      for (int i = 0; i < actions.size(); i++) {
        world.happen(actions.get(i));
        isFirstDone |= i + 1 == firstStands && world.isIdle(FIRST);
        isSecondDone |= i + 1 == secondStands && world.isIdle(SECOND);
      }
      world.end();
      return new Standing(isFirstDone, isSecondDone);
    } catch (RuntimeException | AssertionError e) {
      List<String> trace = new ArrayList<>();
      Optional<Failure> again = history.replay(trace);
      throw new AssertionError(
          "%s, after %d and %d operations: %s%n%s"
              .formatted(path, first, second, again, String.join("\n", trace)),
          e);
    }
  }

  private static ListSettings larger(ListSettings settings) {
    return new ListSettings(
        settings.threshold() + 1,
        settings.headBytesMax(),
        settings.pageSize() + 1,
        settings.keptInHead(),
        settings.unspillMark());
  }
}
