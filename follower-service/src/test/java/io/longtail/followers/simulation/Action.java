package io.longtail.followers.simulation;

import io.longtail.followers.Order;
import io.longtail.followers.Side;
import java.util.List;

/**
 * One thing that happens in a simulation. Any of them can be left out of a history and the rest
 * still means something: what is about somebody who is not there then does nothing.
 */
sealed interface Action {

  /** A record is appended to the log. */
  record Append(int partition, SimulatedLog.Logged record) implements Action {}

  /**
   * A new owner takes a partition; who had it before is left where they stand.
   *
   * @param settings which of the settings in use the owner has
   * @param back how many records before the place to begin it begins
   * @param sizes of its batches
   * @param seed of which of these sizes each one has
   * @param persistent goes on taking batches after it has lost the partition
   * @param ofFirstLog applies the log as it was before it was created anew
   */
  record Begin(
      int owner,
      int partition,
      int settings,
      int back,
      Sizes sizes,
      long seed,
      boolean persistent,
      boolean ofFirstLog)
      implements Action {}

  /** The least and the most records of a batch. */
  record Sizes(int least, int most) {}

  /** Somebody does some operations, and the one after them comes out like this. */
  record Run(int who, int operations, Verdict then) implements Action {}

  /** Something of theirs that was late takes effect. */
  record Land(int who, int which) implements Action {}

  /** Somebody reads a list to its end, part by part. */
  record Walk(int reader, Side side, String user, Order order, int limit) implements Action {}

  /** Somebody asks who of others is in a list. */
  record Look(int reader, Side side, String user, List<String> others) implements Action {}

  /** All is applied and every owner stopped; the log is created anew and adopted. */
  record Adopt() implements Action {}
}
