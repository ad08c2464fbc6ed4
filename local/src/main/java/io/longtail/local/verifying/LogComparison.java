package io.longtail.local.verifying;

import io.longtail.events.FollowEvent;
import io.longtail.local.console.Console;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredEdge;
import io.longtail.local.stored.StoredHead;
import io.longtail.local.stored.StoredLists;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Compares the lists of followers with what the log makes of them: members, order and marks, and
 * how often each has changed. The other side is held to be the same by law 4. A list to which
 * something was applied that is later than the log as it was read is looked at again afterwards.
 */
final class LogComparison {
  /** Names to look at again; what is beyond is not judged. */
  private static final int MOVED_MAX = 10_000;

  private static final int HEADS_PER_READ = 100;

  private final FollowLog log;
  private final StoredLists lists;
  private final Limits limits;
  private final Violations violations;
  private final Console console;
  private final int edgesMax;
  private final int movedMax;
  private final Set<String> moved = new HashSet<>();
  private long movedBeyond;
  private long tooLong;
  private Map<TopicPartition, Long> ends;

  /**
   * What was not judged.
   *
   * @param moved whose lists went on while they were compared: to be compared again
   * @param movedBeyond how many more did than are kept by name
   * @param tooLong shares of one list that do not fit into the memory
   */
  record Outcome(Set<String> moved, long movedBeyond, long tooLong) {}

  LogComparison(
      FollowLog log, StoredLists lists, Limits limits, Violations violations, Console console) {
    this(log, lists, limits, violations, console, Replay.edgesMax(), MOVED_MAX);
  }

  LogComparison(
      FollowLog log,
      StoredLists lists,
      Limits limits,
      Violations violations,
      Console console,
      int edgesMax,
      int movedMax) {
    this.log = log;
    this.lists = lists;
    this.limits = limits;
    this.violations = violations;
    this.console = console;
    this.edgesMax = edgesMax;
    this.movedMax = movedMax;
  }

  /**
   * To be asked before anything else is done, which may take long.
   *
   * @throws NoReplayException if the log is not all that was ever applied
   */
  void requireWholeLog() {
    if (lists.epoch() > 1) {
      throw new NoReplayException(
          "the lists go by a log that was created anew (epoch %d): what the one before it said is not in it"
              .formatted(lists.epoch()));
    }
    log.beginnings(log.partitions())
        .forEach(
            (partition, beginning) -> {
              if (beginning > 0) {
                throw new NoReplayException(
                    "%s begins at offset %d: what was before is lost"
                        .formatted(partition, beginning));
              }
            });
  }

  /** The end of the log now. What was appended up to it must have been applied before the rest. */
  void takeEnds() {
    ends = log.ends(log.partitions());
  }

  /**
   * Compares, with everything up to the ends applied.
   *
   * @param only whose lists; empty: everybody's
   */
  Outcome run(Optional<Set<String>> only) {
    moved.clear();
    movedBeyond = 0;
    tooLong = 0;
    Deque<Portion> portions = new ArrayDeque<>(List.of(Portion.ALL));
    while (!portions.isEmpty()) {
      Portion portion = portions.remove();
      Replay replay = new Replay(portion, edgesMax);
      if (replay(replay, only)) {
        new Pass(replay, portion, only).run();
      } else if (portion.isSmallest()) {
        tooLong++;
      } else {
        portions.add(portion.firstHalf());
        portions.add(portion.secondHalf());
      }
    }
    return new Outcome(Set.copyOf(moved), movedBeyond, tooLong);
  }

  private List<TopicPartition> partitions(Optional<Set<String>> only) {
    return only.map(users -> users.stream().map(log::partitionOf).distinct().toList())
        .orElseGet(log::partitions);
  }

  /** False if it does not fit. */
  private boolean replay(Replay replay, Optional<Set<String>> only) {
    long total = ends.values().stream().mapToLong(Long::longValue).sum();
    long[] done = {0};
    for (TopicPartition partition : partitions(only)) {
      log.read(
          partition,
          0,
          ends.get(partition),
          (entry, appendedAt) -> {
            if (!replay.isFull() && only.map(users -> users.contains(entry.key())).orElse(true)) {
              replay.add(entry, appendedAt);
            }
            done[0]++;
            console.progress((double) done[0] / Math.max(1, total), "%,d events read", done[0]);
          });
      if (replay.isFull()) {
        return false;
      }
    }
    return true;
  }

  /** The comparison of one share of the lists. */
  private final class Pass {
    private final Replay replay;
    private final Portion portion;
    private final Optional<Set<String>> only;
    private final List<String> users = new ArrayList<>();
    private long compared;

    Pass(Replay replay, Portion portion, Optional<Set<String>> only) {
      this.replay = replay;
      this.portion = portion;
      this.only = only;
    }

    void run() {
      if (only.isPresent()) {
        only.get().forEach(this::addUser);
      } else {
        lists.forEachNumbers(Side.FOLLOWERS, list -> addUser(list.user()));
      }
      compareUsers();
      nameWhatIsNotStored();
    }

    private void addUser(String user) {
      if (portion.has(StoredEdge.hashOf(user))) {
        users.add(user);
        if (users.size() == HEADS_PER_READ) {
          compareUsers();
        }
      }
    }

    private void compareUsers() {
      lists.heads(Side.FOLLOWERS, users).values().forEach(this::compare);
      users.clear();
      console.progress(0.5, "%,d lists compared with the log", compared);
    }

    private void compare(StoredHead found) {
      compared++;
      Optional<ListReading> reading =
          new ListInspector(lists, limits).inspect(Side.FOLLOWERS, found);
      // Also of a list that has moved, so that its edges are not taken for lost.
      Set<Long> unknown = new HashSet<>();
      reading.ifPresent(
          list -> {
            for (int i = 0; i < list.edges().size(); i++) {
              if (replay.find(list.edges().get(i)) == 0) {
                unknown.add(list.edges().get(i));
              }
            }
          });
      if (reading.isEmpty() || isAhead(reading.get().head())) {
        move(found.user());
        return;
      }
      nameUnknown(reading.get().head(), unknown);
      compareOrder(reading.get());
    }

    private boolean isAhead(StoredHead head) {
      TopicPartition partition = log.partitionOf(head.user());
      long applied = head.applied().offsets().getOrDefault(partition.partition(), -1L);
      return applied >= ends.get(partition);
    }

    private void move(String user) {
      replay.markMoved(user);
      if (moved.size() < movedMax) {
        moved.add(user);
      } else {
        movedBeyond++;
      }
    }

    private void nameUnknown(StoredHead head, Set<Long> unknown) {
      if (unknown.isEmpty()) {
        return;
      }
      lists.forEachListed(
          Side.FOLLOWERS,
          head,
          follower -> {
            StoredEdge edge = Side.FOLLOWERS.edge(head.user(), follower);
            if (unknown.remove(edge.hash())) {
              violations.add(
                  new Violation(
                      Law.COUNT_IS_LIST,
                      head.user(),
                      "followers lists %s, and by the log %s does not follow %s"
                          .formatted(follower, follower, head.user())),
                  edge);
            }
          });
    }

    private void compareOrder(ListReading reading) {
      String user = reading.head().user();
      Replay.ReplayedList list = replay.list(user);
      if (list.isRebuilt()) {
        return;
      }
      long lastMark = 0;
      for (int i = 0; i < reading.edges().size(); i++) {
        long edge = reading.edges().get(i);
        long mark = replay.find(edge);
        if (mark == 0 || replay.isRepaired(edge)) {
          continue;
        }
        if (mark <= lastMark) {
          violations.add(
              new Violation(
                  Law.ORDER, user, "followers: place %d is not that of the log".formatted(i)));
          return;
        }
        lastMark = mark;
        if (list.isUntouched() && mark != reading.marks().get(i)) {
          violations.add(
              new Violation(
                  Law.ORDER,
                  user,
                  "followers: the mark at place %d is %d, by the log %d"
                      .formatted(i, reading.marks().get(i), mark)));
          return;
        }
      }
      if (list.isUntouched() && list.changes() != reading.head().sequence()) {
        violations.add(
            new Violation(
                Law.SEQUENCE,
                user,
                "followers: sequence is %d, and the log makes %d changes"
                    .formatted(reading.head().sequence(), list.changes())));
      }
    }

    /** A second reading of the log gives the names to the hashes. */
    private void nameWhatIsNotStored() {
      if (!replay.hasMissing()) {
        return;
      }
      for (TopicPartition partition : partitions(only)) {
        log.read(
            partition,
            0,
            ends.get(partition),
            (entry, appendedAt) -> {
              if (entry instanceof FollowEvent event) {
                StoredEdge edge =
                    new StoredEdge(
                        event.edge().follower().value(), event.edge().followee().value());
                if (replay.takeMissing(edge)) {
                  violations.add(
                      new Violation(
                          Law.COUNT_IS_LIST,
                          edge.followee(),
                          "followers does not list %s, and by the log %s follows %s"
                              .formatted(edge.follower(), edge.follower(), edge.followee())),
                      edge);
                }
              }
            });
      }
    }
  }
}
