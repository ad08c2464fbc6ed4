package io.longtail.followers;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Any batching and any redelivery of any events ends in what the naive model has. Users are few and
 * thresholds tiny, so that lists of both sides overflow, shrink and come back all the time.
 */
class FollowEventApplierPropertiesTest {
  private static final int SEEDS = 300;
  private static final int EVENTS = 500;
  private static final int PARTITIONS = 3;
  private static final long EPOCH = 1;

  @Test
  void anyBatchingAndRedeliveryOfAnyEventsEqualsTheModel() {
    int[] overflown = new int[2];
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        new History(seed).play(overflown);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(overflown[0]).as("histories with overflow among followers").isPositive();
    assertThat(overflown[1]).as("histories with overflow among following").isPositive();
  }

  /** One seeded history: a log of few partitions, played with random batches and rewinds. */
  private static final class History {
    private final Random random;
    private final ListSettings settings;
    private final List<List<Logged>> log = new ArrayList<>();
    private final InMemoryEdgeLists followers = new InMemoryEdgeLists();
    private final InMemoryEdgeLists following = new InMemoryEdgeLists();
    private final RecordedChanges changes = new RecordedChanges();
    private final NaiveGraph model = new NaiveGraph();
    private final FollowEventApplier applier;

    private record Logged(long offset, LogEntry entry, long appendedAtMillis) {}

    History(long seed) {
      random = new Random(seed);
      settings = anySettings();
      applier = new FollowEventApplier(followers, following, changes, settings);
      int users = 4 + random.nextInt(16);
      double followShare = 0.4 + 0.5 * random.nextDouble();
      IntStream.range(0, PARTITIONS).forEach(p -> log.add(new ArrayList<>()));
      long millis = 1_000;
      for (int i = 0; i < EVENTS; i++) {
        millis += random.nextInt(3);
        LogEntry entry = anyEntry(users, followShare, millis);
        List<Logged> partition = log.get(partitionOf(entry));
        partition.add(new Logged(partition.size(), entry, millis));
      }
    }

    private ListSettings anySettings() {
      int threshold = 1 + random.nextInt(8);
      return new ListSettings(
          threshold,
          16 * 1024,
          1 + random.nextInt(6),
          random.nextInt(threshold),
          random.nextInt(threshold));
    }

    private LogEntry anyEntry(int users, double followShare, long millis) {
      return random.nextInt(150) == 0
          ? new Repair("u" + random.nextInt(users))
          : anyEvent(users, followShare, millis);
    }

    private FollowEvent anyEvent(int users, double followShare, long millis) {
      // Skewed: user 0 is a celebrity and user 1 follows everybody.
      int followee = random.nextInt(3) == 0 ? 0 : random.nextInt(users);
      int follower = random.nextInt(4) == 0 ? 1 : random.nextInt(users);
      if (follower == followee) {
        follower = (followee + 1) % users;
      }
      Edge edge = new Edge(new FollowerId("u" + follower), new FolloweeId("u" + followee));
      Optional<Instant> occurredAt =
          random.nextBoolean()
              ? Optional.empty()
              : Optional.of(Instant.ofEpochMilli(millis + random.nextInt(40) - 30));
      // To lists in order, an event that is a repair is one like any other.
      Cause cause = random.nextInt(100) == 0 ? Cause.REPAIR : Cause.USER;
      return random.nextDouble() < followShare
          ? new Follow(edge, occurredAt, cause)
          : new Unfollow(edge, occurredAt, cause);
    }

    private static int partitionOf(LogEntry entry) {
      return Math.floorMod(entry.key().hashCode(), PARTITIONS);
    }

    void play(int[] overflown) {
      int[] next = new int[PARTITIONS];
      int[] seen = new int[PARTITIONS];
      while (IntStream.range(0, PARTITIONS).anyMatch(p -> seen[p] < log.get(p).size())) {
        int p = random.nextInt(PARTITIONS);
        if (random.nextInt(6) == 0) {
          next[p] = next[p] == 0 ? 0 : random.nextInt(next[p]); // a redelivery, batched anew
        }
        int to = Math.min(log.get(p).size(), next[p] + 1 + random.nextInt(40));
        deliver(p, next[p], to);
        for (; seen[p] < to; seen[p]++) {
          Logged logged = log.get(p).get(seen[p]);
          accept(logged);
        }
        next[p] = to;
        assertBoundsAndModel(overflown);
      }
      for (int p = 0; p < PARTITIONS; p++) {
        deliver(p, 0, log.get(p).size()); // replay changes nothing
      }
      assertBoundsAndModel(overflown);
      assertToldEqualsLists();
    }

    private void accept(Logged logged) {
      if (logged.entry() instanceof FollowEvent event) {
        model.accept(event, logged.appendedAtMillis());
      } else if (logged.entry() instanceof Repair repair) {
        model.repair(repair.userId());
      }
    }

    private void deliver(int p, int from, int to) {
      EventBatch batch = new EventBatch(EPOCH, p);
      for (Logged logged : log.get(p).subList(from, to)) {
        batch.add(logged.offset(), logged.entry(), logged.appendedAtMillis());
        if (random.nextInt(10) == 0) {
          batch.add(logged.offset(), logged.entry(), logged.appendedAtMillis());
        }
      }
      assertThat(applier.apply(batch)).isEqualTo(FollowEventApplier.Result.APPLIED);
    }

    private void assertBoundsAndModel(int[] overflown) {
      GraphLaws.assertBounds(followers, settings);
      GraphLaws.assertBounds(following, settings);
      GraphLaws.assertEqualsModel(followers, model.followers);
      GraphLaws.assertEqualsModel(following, model.following);
      overflown[0] += followers.allHeads().stream().anyMatch(Head::hasOverflow) ? 1 : 0;
      overflown[1] += following.allHeads().stream().anyMatch(Head::hasOverflow) ? 1 : 0;
    }

    private void assertToldEqualsLists() {
      for (Head head : followers.allHeads()) {
        assertThat(changes.of(head.userId())).hasSize((int) head.sequence());
        if (head.sequence() > 0) {
          assertThat(changes.of(head.userId()).get((int) head.sequence() - 1).followerCount())
              .isEqualTo(head.count());
        }
      }
      for (Head head : following.allHeads()) {
        assertThat(changes.countOf(head.userId()).followingCount()).isEqualTo(head.count());
      }
    }
  }
}
