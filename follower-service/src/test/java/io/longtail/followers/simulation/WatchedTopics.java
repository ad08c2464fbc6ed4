package io.longtail.followers.simulation;

import io.longtail.events.FollowEvent;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowingCount;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.followers.ChangePublisher;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.simulation.Totals.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is told: changes, counts, dead letters and progress. Each change must be the one that the
 * log has under its sequence, each count one that the list had, and progress must not claim what is
 * not yet applied and told.
 */
final class WatchedTopics implements ChangePublisher {
  private final SimulatedLog log;
  private final LogTruth truth;
  private final WatchedGraph graph;
  private final Totals totals;

  /** Up to which sequence a consumer has applied the changes of a followee, by last + 1. */
  private final Map<String, Long> consumed = new HashMap<>();

  private final Map<String, FollowingCount> counts = new HashMap<>();
  private final Set<List<Integer>> deadLetters = new HashSet<>();
  private final int[] progress;

  WatchedTopics(SimulatedLog log, LogTruth truth, WatchedGraph graph, Totals totals) {
    this.log = log;
    this.truth = truth;
    this.graph = graph;
    this.totals = totals;
    this.progress = new int[log.partitions()];
    Arrays.fill(progress, -1);
  }

  @Override
  public void publishChanges(List<FollowerChange> changes) {
    for (FollowerChange change : changes) {
      FollowerChange expected = truth.change(change.key(), change.sequence());
      Broken.unless(
          change.equals(expected),
          () -> "law 7: published %s, in the log it is %s".formatted(change, expected));
      long last = consumed.getOrDefault(change.key(), 0L);
      totals.add(
          change.sequence() <= last
              ? Kind.CHANGES_REPEATED
              : change.sequence() == last + 1 ? Kind.CHANGES : Kind.CHANGES_BEYOND_A_GAP);
      if (change.sequence() == last + 1) {
        consumed.put(change.key(), change.sequence());
      }
    }
  }

  @Override
  public void publishCounts(List<FollowingCount> published) {
    for (FollowingCount count : published) {
      Broken.unless(
          graph
              .versions(Side.FOLLOWING, count.key())
              .hadCount(count.sequence(), count.followingCount()),
          () -> "%s was never so".formatted(count));
      counts.merge(count.key(), count, (a, b) -> b.sequence() > a.sequence() ? b : a);
    }
  }

  void publishDeadLetter(int partition, int index) {
    Broken.unless(
        log.at(partition, index).entry().isEmpty(),
        () -> "%s became a dead letter".formatted(log.at(partition, index)));
    deadLetters.add(List.of(partition, index));
    totals.add(Kind.DEAD_LETTERS);
  }

  /** The index up to which a partition is done with; -1 at the beginning. */
  int progress(int partition) {
    return progress[partition];
  }

  void advance(int partition, int index) {
    for (int i = progress[partition] + 1; i <= index; i++) {
      checkDone(partition, i);
    }
    progress[partition] = Math.max(progress[partition], index);
  }

  private void checkDone(int partition, int index) {
    if (log.at(partition, index).entry().isEmpty()) {
      Broken.unless(
          deadLetters.contains(List.of(partition, index)),
          () -> "progress over %d of %d without a dead letter".formatted(index, partition));
      return;
    }
    LogEntry entry = log.at(partition, index).entry().get();
    if (entry instanceof FollowEvent event) {
      checkTold(partition, index, event.edge().followee().value(), event.edge().follower().value());
    } else if (entry instanceof Repair repair) {
      checkTold(partition, index, repair.userId(), repair.userId());
    }
  }

  private void checkTold(int partition, int index, String followee, String follower) {
    Head head = graph.head(Side.FOLLOWERS, followee);
    Broken.unless(
        log.applied(head.applied(), partition) >= index,
        () -> "progress at %d of %d, but %s".formatted(index, partition, head));
    long told = consumed.getOrDefault(followee, 0L);
    long sequence = truth.followersAt(followee, index).sequence();
    Broken.unless(
        told >= sequence,
        () ->
            "progress at %d of %d, but of %s the changes are told up to %d of %d"
                .formatted(index, partition, followee, told, sequence));
    long applied = graph.sequenceWhenApplied(follower, partition, index);
    FollowingCount count = counts.get(follower);
    Broken.unless(
        applied >= 0 && count != null && count.sequence() >= applied,
        () ->
            "progress at %d of %d, but %s is told of sequence %d of %s"
                .formatted(index, partition, count, applied, follower));
  }

  /** When everything is applied: consumers have seen all of it. */
  void checkDrained() {
    for (int p = 0; p < log.partitions(); p++) {
      int partition = p;
      Broken.unless(
          progress[p] == log.end(p) - 1,
          () -> "progress of %d ends at %d".formatted(partition, progress[partition]));
    }
    for (String followee : truth.followees()) {
      Head head = graph.head(Side.FOLLOWERS, followee);
      Broken.unless(
          consumed.getOrDefault(followee, 0L) == head.sequence(),
          () -> "law 7: told up to %d of %s".formatted(consumed.get(followee), head));
    }
    for (String follower : truth.followersOfAnybody()) {
      Head head = graph.head(Side.FOLLOWING, follower);
      FollowingCount count = counts.get(follower);
      Broken.unless(
          count != null
              && count.sequence() == head.sequence()
              && count.followingCount() == head.count(),
          () -> "told %s of %s".formatted(count, head));
    }
  }
}
