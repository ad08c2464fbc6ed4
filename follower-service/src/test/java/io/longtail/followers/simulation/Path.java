package io.longtail.followers.simulation;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.Operation.Kind;
import io.longtail.followers.simulation.SimulatedLog.Logged;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a batch does: what was applied before it, what is in it, and what it must come to do. */
enum Path {
  FIRST_FOLLOWS(
      settings(4, 2),
      List.of(),
      List.of(follow("a", "x"), follow("b", "x"), follow("a", "y")),
      Kind.PROGRESS_READ,
      Kind.HEAD_READ,
      Kind.CHANGE_PUBLISH,
      Kind.HEAD_SAVE,
      Kind.COUNT_PUBLISH,
      Kind.PROGRESS_ADVANCE,
      Kind.COMMIT),
  REPEATS_AND_TURNS(
      settings(4, 2),
      List.of(follow("a", "x"), follow("b", "y")),
      List.of(
          follow("a", "x"),
          unfollow("b", "x"),
          unfollow("a", "x"),
          follow("a", "x"),
          unfollow("b", "y"),
          follow("b", "y"),
          unfollow("b", "y")),
      Kind.CHANGE_PUBLISH,
      Kind.HEAD_SAVE),
  SPILL_OF_ONE_PAGE(
      settings(2, 5),
      many("a", "b").map(f -> follow(f, "x")).toList(),
      List.of(follow("c", "x"), follow("a", "y")),
      Kind.PAGE_INSERT),
  SPILL_OF_SEVERAL_PAGES(
      settings(2, 1),
      many("a", "b").map(f -> follow(f, "x")).toList(),
      Stream.concat(
              many("c", "d", "e", "f", "g").map(f -> follow(f, "x")),
              many("x", "y", "z", "v").map(f -> follow("h", f)))
          .toList(),
      Kind.PAGE_INSERT),
  COMPACTION(
      settings(2, 2),
      many("a", "b", "c", "d", "e", "f", "g", "h").map(f -> follow(f, "x")).toList(),
      many("a", "b", "c").map(f -> unfollow(f, "x")).toList(),
      Kind.PAGE_READ,
      Kind.PAGE_REPLACE,
      Kind.PAGE_DELETE),
  COMPACTION_BEFORE_A_SPILL(
      settings(4, 3),
      many("a", "b", "c", "d", "e").map(f -> follow(f, "x")).toList(),
      Stream.concat(
              Stream.of(unfollow("a", "x"), follow("a", "x")),
              many("f", "g", "h", "i").map(f -> follow(f, "x")))
          .toList(),
      Kind.PAGE_READ,
      Kind.PAGE_REPLACE,
      Kind.PAGE_INSERT),
  UNSPILL(
      settings(4, 2),
      many("a", "b", "c", "d", "e", "f", "g").map(f -> follow(f, "x")).toList(),
      many("b", "c", "d", "e", "f").map(f -> unfollow(f, "x")).toList(),
      Kind.PAGE_READ,
      Kind.PAGE_DELETE),
  BOTH_IN_PAGES(
      settings(1, 1),
      Stream.concat(
              many("a", "b", "c").map(f -> follow(f, "x")),
              many("y", "z", "w").map(f -> follow("a", f)))
          .toList(),
      List.of(unfollow("a", "x"), unfollow("d", "x"), follow("b", "x"), follow("a", "x")),
      Kind.PAGE_READ),
  SPILL_COMPACT_AND_UNSPILL_OF_BOTH_SIDES(
      settings(3, 2),
      Stream.of("x", "y", "z", "w")
          .flatMap(c -> many("a", "b", "c", "d").map(f -> follow(f, c)))
          .toList(),
      Stream.of("x", "y")
          .flatMap(
              c ->
                  Stream.concat(
                      many("a", "b", "c").map(f -> unfollow(f, c)),
                      many("e", "f", "b").map(f -> follow(f, c))))
          .toList(),
      Kind.PAGE_INSERT,
      Kind.PAGE_READ,
      Kind.PAGE_REPLACE,
      Kind.PAGE_DELETE),
  REPAIR(
      settings(2, 2),
      Stream.concat(
              many("a", "b", "c", "d", "e").map(f -> follow(f, "x")),
              Stream.concat(
                  many("y", "z", "w", "v").map(f -> follow("x", f)), Stream.of(unfollow("a", "x"))))
          .toList(),
      List.of(
          follow("f", "x"),
          new Repair("x"),
          unfollow("b", "x"),
          new Unfollow(unfollow("c", "x").edge(), Optional.empty(), Cause.REPAIR),
          follow("c", "x"),
          new Repair("nobody")),
      Kind.CHANGE_PUBLISH,
      Kind.HEAD_SAVE,
      Kind.PAGE_READ,
      Kind.PAGE_REPLACE,
      Kind.PAGE_DELETE),
  DEAD_LETTERS(
      settings(4, 2),
      List.of(follow("a", "x")),
      Stream.of(null, follow("b", "x"), null).toList(),
      Kind.DEAD_LETTER);

  private static final long NOW = 1_700_000_000_000L;

  final ListSettings settings;
  final List<? extends LogEntry> before;
  final List<? extends LogEntry> inBatch;
  final Set<Kind> does;

  Path(
      ListSettings settings,
      List<? extends LogEntry> before,
      List<? extends LogEntry> inBatch,
      Kind... does) {
    this.settings = settings;
    this.before = before;
    this.inBatch = inBatch;
    this.does = Set.of(does);
  }

  private static ListSettings settings(int threshold, int pageSize) {
    return new ListSettings(threshold, 16 * 1024, pageSize, 0, threshold / 2);
  }

  private static Stream<String> many(String... users) {
    return Stream.of(users);
  }

  /** What is to happen for these to stand in the only partition. */
  static List<Action> append(List<? extends LogEntry> entries) {
    List<Action> actions = new ArrayList<>();
    for (LogEntry entry : entries) {
      actions.add(new Action.Append(0, new Logged(Optional.ofNullable(entry), NOW)));
    }
    return actions;
  }
}
