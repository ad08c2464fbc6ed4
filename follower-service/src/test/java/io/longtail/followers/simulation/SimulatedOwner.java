package io.longtail.followers.simulation;

import io.longtail.followers.ContentionException;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.Action.Sizes;
import io.longtail.followers.simulation.Operation.Kind;
import io.longtail.followers.simulation.SimulatedLog.Logged;
import io.longtail.followers.simulation.Steps.Failed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An owner of a partition, as the service is one: begins at the lower of progress and what was
 * committed; applies batch after batch, its dead letters, then progress, then the commit; and does
 * a batch again that failed.
 */
final class SimulatedOwner {
  private final Simulation world;
  private final int partition;
  private final long epoch;
  private final int back;
  private final boolean persistent;
  private final Random random;
  private final Sizes sizes;
  private final ListSettings settings;
  final SteppedOwner steps;

  /** Offset of the next record to take. */
  private int next;

  private boolean placed;
  private int doneUpTo;
  private boolean superseded;

  SimulatedOwner(Simulation world, String name, Action.Begin begin, ListSettings settings) {
    this.world = world;
    this.partition = begin.partition();
    this.epoch = begin.ofFirstLog() ? SimulatedLog.FIRST_EPOCH : world.log.epoch();
    this.back = begin.back();
    this.persistent = begin.persistent();
    this.random = new Random(begin.seed());
    this.sizes = begin.sizes();
    this.settings = settings;
    this.steps = SteppedOwner.begin(name, this::work);
  }

  int partition() {
    return partition;
  }

  void supersede() {
    superseded = true;
  }

  boolean isSuperseded() {
    return superseded;
  }

  /** Whether it finds nothing to do now, if it looks for a batch. */
  boolean isIdle() {
    return placed && !endsAtPoll() && next >= world.log.size(partition, epoch);
  }

  private boolean endsAtPoll() {
    return superseded && !persistent;
  }

  private void work(Steps port) {
    FollowEventApplier applier =
        new FollowEventApplier(
            new SteppedEdgeLists(world.graph.lists(Side.FOLLOWERS), Side.FOLLOWERS, port),
            new SteppedEdgeLists(world.graph.lists(Side.FOLLOWING), Side.FOLLOWING, port),
            new SteppedChanges(world.topics, port),
            settings,
            new SteppedPacing(port));
    while (true) {
      port.one(new Operation(Kind.POLL, null, null, next), () -> {});
      if (endsAtPoll()) {
        return;
      }
      try {
        if (!placed) {
          port.one(new Operation(Kind.PROGRESS_READ, null, null, partition), this::place);
          placed = true;
        } else if (next < world.log.size(partition, epoch)) {
          handle(port, applier);
        }
      } catch (Failed | ContentionException e) {
        // The same again, in a batch of another size.
      }
    }
  }

  private void place() {
    doneUpTo = world.doneOffset(partition, epoch);
    next = Math.max(0, Math.min(world.committed(partition), doneUpTo + 1) - back);
  }

  private void handle(Steps port, FollowEventApplier applier) {
    int size = sizes.least() + random.nextInt(sizes.most() - sizes.least() + 1);
    int to = Math.min(world.log.size(partition, epoch), next + size);
    EventBatch batch = new EventBatch(epoch, partition);
    List<Integer> refused = new ArrayList<>();
    for (int offset = next; offset < to; offset++) {
      Logged logged = world.log.at(partition, world.log.index(partition, epoch, offset));
      if (logged.entry().isEmpty()) {
        refused.add(offset);
        continue;
      }
      add(batch, offset, logged);
      if (random.nextInt(12) == 0) {
        add(batch, offset, logged);
        world.totals.add(Totals.Kind.REPEATS_IN_BATCH);
      }
    }
    FollowEventApplier.Result result = applier.apply(batch);
    if (result == FollowEventApplier.Result.APPLIED) {
      for (int offset : refused) {
        bury(port, offset);
      }
      int last = to - 1;
      port.one(
          new Operation(Kind.PROGRESS_ADVANCE, null, null, last),
          () -> world.advance(partition, epoch, last));
      doneUpTo = Math.max(doneUpTo, last);
    } else {
      Broken.unless(epoch < world.log.epoch(), () -> "a batch of the log in use was dropped");
      world.totals.add(Totals.Kind.OLD_EPOCH_DROPPED);
    }
    next = to;
    world.totals.add(Totals.Kind.BATCHES);
    try {
      port.one(new Operation(Kind.COMMIT, null, null, to), () -> world.commit(partition, to));
    } catch (Failed e) {
      // costs nothing but a repeat
    }
  }

  private static void add(EventBatch batch, int offset, Logged logged) {
    batch.add(offset, logged.entry().get(), logged.appendedAtMillis());
  }

  private void bury(Steps port, int offset) {
    if (offset > doneUpTo) {
      int index = world.log.index(partition, epoch, offset);
      port.one(
          new Operation(Kind.DEAD_LETTER, null, null, offset),
          () -> world.topics.publishDeadLetter(partition, index));
    }
  }
}
