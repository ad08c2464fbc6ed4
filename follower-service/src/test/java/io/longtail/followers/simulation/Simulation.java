package io.longtail.followers.simulation;

import io.longtail.events.Repair;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.Action.Sizes;
import io.longtail.followers.simulation.Operation.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * A world of a log, lists, topics, owners and readers, to which one {@link Action} after another
 * happens. What happens is a function of the actions alone.
 */
final class Simulation implements AutoCloseable {
  /** A history has some ten thousand operations; only one that does not settle has so many. */
  private static final int OPERATIONS_MAX = 2_000_000;

  private static final Sizes UP_TO_40 = new Sizes(1, 40);

  /**
   * @param settings those in use; owners have one of them each
   * @param comparesRevisions what a store does; one that does not is to be found out
   */
  record Setup(int partitions, List<ListSettings> settings, boolean comparesRevisions) {
    Setup(int partitions, List<ListSettings> settings) {
      this(partitions, settings, true);
    }

    Setup withoutCompareAndSet() {
      return new Setup(partitions, settings, false);
    }

    Setup withCompareAndSet() {
      return new Setup(partitions, settings, true);
    }
  }

  final SimulatedLog log;
  final LogTruth truth = new LogTruth();
  final Totals totals = new Totals();
  final WatchedGraph graph;
  final WatchedTopics topics;

  private final Setup setup;
  private final Map<Integer, SimulatedOwner> owners = new TreeMap<>();
  private final Map<Integer, SteppedOwner> everybody = new HashMap<>();
  private final SimulatedOwner[] current;
  private final int[] committed;
  private final int[] firstLogDone;
  private final List<String> trace;
  private int operations;
  private Operation disturbed;

  /**
   * @param trace takes a line for each operation; null: none is wanted
   */
  Simulation(Setup setup, List<String> trace) {
    this.setup = setup;
    this.trace = trace;
    log = new SimulatedLog(setup.partitions());
    graph = new WatchedGraph(log, truth, totals, setup);
    topics = new WatchedTopics(log, truth, graph, totals);
    current = new SimulatedOwner[setup.partitions()];
    committed = new int[setup.partitions()];
    firstLogDone = new int[setup.partitions()];
    Arrays.fill(firstLogDone, -1);
  }

  void happen(Action action) {
    if (action instanceof Action.Append append) {
      append(append);
    } else if (action instanceof Action.Begin begin) {
      begin(begin);
    } else if (action instanceof Action.Run run) {
      SteppedOwner who = everybody.get(run.who());
      if (who != null) {
        run(run.who(), who, run.operations(), run.then());
      }
    } else if (action instanceof Action.Land land) {
      land(land);
    } else if (action instanceof Action.Walk walk) {
      note(() -> name(walk.reader()) + " " + walk);
      everybody.put(walk.reader(), new SimulatedReader(this, name(walk.reader()), walk).steps);
    } else if (action instanceof Action.Look look) {
      note(() -> name(look.reader()) + " " + look);
      everybody.put(look.reader(), new SimulatedReader(this, name(look.reader()), look).steps);
    } else if (action instanceof Action.Adopt) {
      adopt();
    }
  }

  private void append(Action.Append append) {
    int index = log.append(append.partition(), append.record());
    totals.add(Totals.Kind.EVENTS);
    append
        .record()
        .entry()
        .filter(Repair.class::isInstance)
        .ifPresent(repair -> totals.add(Totals.Kind.REPAIRS));
    append
        .record()
        .entry()
        .ifPresent(entry -> truth.append(index, entry, append.record().appendedAtMillis()));
    note(
        () ->
            "log %d:%d %s"
                .formatted(
                    append.partition(),
                    index,
                    append.record().entry().map(Notation::of).orElse("no event")));
  }

  private void begin(Action.Begin begin) {
    if (begin.ofFirstLog() && log.epoch() == SimulatedLog.FIRST_EPOCH) {
      return;
    }
    ListSettings settings = setup.settings().get(begin.settings() % setup.settings().size());
    String name = name(begin.owner());
    note(
        () ->
            "%s begins with partition %d%s, %s"
                .formatted(
                    name,
                    begin.partition(),
                    begin.ofFirstLog() ? " of the first log" : "",
                    Notation.of(settings)));
    SimulatedOwner owner = new SimulatedOwner(this, name, begin, settings);
    if (begin.ofFirstLog()) {
      owner.supersede();
    } else {
      if (current[begin.partition()] != null) {
        current[begin.partition()].supersede();
        totals.add(Totals.Kind.REBALANCES);
      }
      current[begin.partition()] = owner;
    }
    if (begin.back() > 0) {
      totals.add(Totals.Kind.REWINDS);
    }
    owners.put(begin.owner(), owner);
    everybody.put(begin.owner(), owner.steps);
  }

  static String name(int who) {
    return who < 26 ? String.valueOf((char) ('A' + who)) : "A" + who;
  }

  private void run(int id, SteppedOwner who, int count, Verdict then) {
    SimulatedOwner owner = owners.get(id);
    if (who.hasEnded()) {
      return;
    }
    if (owner != null && owner.isSuperseded()) {
      totals.add(Totals.Kind.STALLS_WOKEN);
    }
    int[] left = {count};
    boolean[] over = {false};
    who.run(
        operation -> {
          if (over[0] || operation.is(Kind.POLL) && owner.isIdle()) {
            return Verdict.STOP;
          }
          if (left[0] > 0) {
            left[0]--;
            return given(who, operation, Verdict.PROCEED);
          }
          if (then == Verdict.STOP) {
            return Verdict.STOP;
          }
          if (!isPossible(then, operation)) {
            return given(who, operation, Verdict.PROCEED);
          }
          over[0] = true;
          return given(who, operation, then);
        });
    rethrow(who);
  }

  private static void rethrow(SteppedOwner who) {
    who.failure()
        .ifPresent(
            failure -> {
              throw failure instanceof Error error
                  ? error
                  : new AssertionError(who + ": " + failure, failure);
            });
  }

  private static boolean isPossible(Verdict verdict, Operation operation) {
    return switch (operation.kind()) {
      case POLL, PAUSE -> verdict == Verdict.KILL_BEFORE;
      case HEAD_READ, PAGE_READ, PROGRESS_READ ->
          verdict == Verdict.FAIL_BEFORE || verdict == Verdict.KILL_BEFORE;
      default -> true;
    };
  }

  private Verdict given(SteppedOwner who, Operation operation, Verdict verdict) {
    Broken.unless(++operations < OPERATIONS_MAX, () -> "it does not settle");
    totals.add(Totals.Kind.OPERATIONS);
    if (verdict != Verdict.PROCEED) {
      disturbed = operation;
    }
    switch (verdict) {
      case FAIL_BEFORE -> totals.add(Totals.Kind.FAILED_BEFORE);
      case FAIL_AFTER -> totals.add(Totals.Kind.REPLIES_LOST);
      case LATE -> totals.add(Totals.Kind.LATE_WRITES);
      case KILL_BEFORE, KILL_AFTER -> totals.add(Totals.Kind.CRASHES);
      case REFUSE ->
          totals.add(
              operation.isChangePublish() || operation.isCountPublish()
                  ? Totals.Kind.RECORDS_REFUSED
                  : Totals.Kind.CONFLICTS);
      default -> {}
    }
    note(
        () ->
            "%s %s%s"
                .formatted(
                    who.name(),
                    Notation.of(operation),
                    verdict == Verdict.PROCEED ? "" : "  -> " + verdict));
    return verdict;
  }

  private void land(Action.Land land) {
    SteppedOwner who = everybody.get(land.who());
    if (who != null && who.lateCount() > 0) {
      int which = land.which() % who.lateCount();
      note(() -> "late, of %s: %s".formatted(who.name(), Notation.of(who.late(which))));
      who.land(which);
    }
  }

  private void landAll() {
    for (int who : new TreeMap<>(everybody).keySet()) {
      while (everybody.get(who).lateCount() > 0) {
        land(new Action.Land(who, 0));
      }
    }
  }

  /** Every partition has somebody who applies all that is left, undisturbed. */
  private void drain() {
    for (int p = 0; p < log.partitions(); p++) {
      if (current[p] == null || current[p].steps.hasEnded()) {
        begin(new Action.Begin(freshId(), p, 0, 0, UP_TO_40, p, false, false));
      }
    }
    for (SimulatedOwner owner : current) {
      owners.forEach(
          (id, each) -> {
            if (each == owner) {
              run(id, owner.steps, Integer.MAX_VALUE, Verdict.STOP);
            }
          });
    }
  }

  private int freshId() {
    return 1_000 + everybody.size();
  }

  private void adopt() {
    if (log.epoch() == SimulatedLog.SECOND_EPOCH) {
      return;
    }
    note(() -> "all is drained, and the log created anew");
    landAll();
    drain();
    for (int p = 0; p < log.partitions(); p++) {
      firstLogDone[p] = topics.progress(p);
      committed[p] = 0;
      current[p].supersede();
      current[p] = null;
    }
    log.beginSecondEpoch();
  }

  /** The faults are over; everything settles, and is what the log says. */
  void end() {
    int pageSize = largest(ListSettings::pageSize);
    int bytes = largest(ListSettings::headBytesMax);
    note(() -> "the faults are over");
    for (Map.Entry<Integer, SteppedOwner> each : new TreeMap<>(everybody).entrySet()) {
      if (!owners.containsKey(each.getKey())) {
        run(each.getKey(), each.getValue(), Integer.MAX_VALUE, Verdict.STOP);
      }
    }
    drain();
    topics.checkDrained();
    owners.forEach(
        (id, owner) -> {
          if (owner.isSuperseded()) {
            run(id, owner.steps, Integer.MAX_VALUE, Verdict.STOP);
          }
        });
    landAll();
    drain();
    graph.checkDrained(largest(ListSettings::threshold), bytes, pageSize);
    topics.checkDrained();
    note(() -> "everything is delivered again");
    for (int p = 0; p < log.partitions(); p++) {
      begin(new Action.Begin(freshId(), p, 0, Integer.MAX_VALUE, UP_TO_40, 1, false, false));
    }
    drain();
    // Who is not in the second log is not looked after again.
    graph.checkDrained(
        log.epoch() == SimulatedLog.FIRST_EPOCH
            ? setup.settings().get(0).threshold()
            : largest(ListSettings::threshold),
        bytes,
        pageSize);
    topics.checkDrained();
  }

  private int largest(ToIntFunction<ListSettings> size) {
    return setup.settings().stream().mapToInt(size).max().orElseThrow();
  }

  // What owners ask of the world.

  int committed(int partition) {
    return committed[partition];
  }

  void commit(int partition, int offset) {
    committed[partition] = offset;
  }

  /** The offset up to which a partition is done with, under an epoch. */
  int doneOffset(int partition, long epoch) {
    int index = topics.progress(partition);
    if (epoch == SimulatedLog.FIRST_EPOCH) {
      return log.epoch() == epoch ? index : -1;
    }
    return index - firstLogDone[partition] - 1;
  }

  void advance(int partition, long epoch, int offset) {
    if (epoch == log.epoch()) {
      topics.advance(partition, log.index(partition, epoch, offset));
    }
  }

  // What tests ask of the world.

  /** The operation that did not come out well, if there was one. */
  Optional<Operation> disturbed() {
    return Optional.ofNullable(disturbed);
  }

  /** Whether the owner has nothing to do now. */
  boolean isIdle(int id) {
    return owners.get(id).isIdle();
  }

  // What chance asks of the world.

  /** Whether the partition has an owner that is alive. */
  boolean isOwned(int partition) {
    return current[partition] != null && !current[partition].steps.hasEnded();
  }

  /** Whether this is an owner of the partition who has not ended. */
  boolean isAtWork(int id, int partition) {
    SimulatedOwner owner = owners.get(id);
    return owner.partition() == partition && !owner.steps.hasEnded();
  }

  SteppedOwner anybody(int id) {
    return everybody.get(id);
  }

  /** Records that nobody has finished with. */
  int backlog() {
    int backlog = 0;
    for (int p = 0; p < log.partitions(); p++) {
      backlog += log.end(p) - 1 - topics.progress(p);
    }
    return backlog;
  }

  private void note(java.util.function.Supplier<String> line) {
    if (trace != null) {
      trace.add(line.get());
    }
  }

  @Override
  public void close() {
    everybody.values().forEach(SteppedOwner::close);
  }
}
