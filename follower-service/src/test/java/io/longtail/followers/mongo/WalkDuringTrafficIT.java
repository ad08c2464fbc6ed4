package io.longtail.followers.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.GraphReads;
import io.longtail.followers.ListMovedException;
import io.longtail.followers.ListPart;
import io.longtail.followers.ListPart.Item;
import io.longtail.followers.ListPart.Place;
import io.longtail.followers.ListReader;
import io.longtail.followers.NoChanges;
import io.longtail.followers.Order;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.local.mongo.EmbeddedMongo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readers beside an applier, over stored lists. */
class WalkDuringTrafficIT {
  private static final int FOLLOWERS = Integer.getInteger("trials.walk.followers", 10_000);
  private static final int FOLLOWS_PER_SECOND = 1_000;
  private static final int UNFOLLOWS_PER_SECOND = 1_000;
  private static final int BATCHES_PER_SECOND = 10;

  /** From this many on the walks take long enough to tell a rate: as in {@code -Plong}. */
  private static final int FOLLOWERS_FOR_A_RATE = 100_000;

  /** Half of what is asked for, so that a machine with more to do passes as well. */
  private static final int CHANGES_PER_SECOND_MIN = 1_000;

  /** The part of each walk after which a change is waited for: in the midst of its pages. */
  private static final int CALLS_BEFORE_A_CHANGE = 5;

  private static final int READS = Integer.getInteger("trials.reads", 500);
  private static final int MOVED_IN_A_ROW_MAX = 100;

  private final EmbeddedMongo server = EmbeddedMongo.inMemory();
  private final MongoClient client = MongoClients.create(server.connectionString());
  private final MongoDatabase database = client.getDatabase("followers");
  private final MongoEdgeLists followers = new MongoEdgeLists(database, Side.FOLLOWERS);
  private final MongoEdgeLists following = new MongoEdgeLists(database, Side.FOLLOWING);
  private final ListReader reader = new ListReader(new GraphReads(followers, following));
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicBoolean over = new AtomicBoolean();

  @AfterEach
  void close() {
    over.set(true);
    threads.shutdownNow();
    client.close();
    server.close();
  }

  private FollowEventApplier applier(ListSettings settings) {
    return new FollowEventApplier(followers, following, new NoChanges(), settings);
  }

  /**
   * Law 6 while a thousand follow and a thousand leave each second, if the machine can take it. Of
   * ten of the first followers one may leave; of those who come later, all.
   */
  @Test
  void aWalkDuringThousandsOfChangesASecondIsExact() throws Exception {
    StarTraffic traffic =
        new StarTraffic(applier(ListSettings.DEFAULT), n -> n >= FOLLOWERS || n % 10 == 0, false);
    traffic.grow(FOLLOWERS);
    long start = System.nanoTime();
    Future<Long> events = threads.submit(() -> atTheRate(traffic));

    for (int limit : new int[] {1_000, 50}) {
      for (Order order : Order.values()) {
        walk(traffic, order, limit, events);
      }
    }

    double seconds = (System.nanoTime() - start) / 1e9;
    over.set(true);
    long applied = events.get();
    System.out.printf(
        "walked %d followers four times in %.1f s during %.0f follows and unfollows a second"
            + " (asked for: %d)%n",
        FOLLOWERS, seconds, applied / seconds, FOLLOWS_PER_SECOND + UNFOLLOWS_PER_SECOND);
    if (FOLLOWERS >= FOLLOWERS_FOR_A_RATE) {
      assertThat(applied / seconds)
          .as("follows and unfollows a second")
          .isGreaterThan(CHANGES_PER_SECOND_MIN);
    }
  }

  private long atTheRate(StarTraffic traffic) {
    long start = System.nanoTime();
    long slot = Duration.ofSeconds(1).toNanos() / BATCHES_PER_SECOND;
    long events = 0;
    for (int batch = 0; !over.get(); batch++) {
      LockSupport.parkNanos(start + batch * slot - System.nanoTime());
      events +=
          traffic.change(
              FOLLOWS_PER_SECOND / BATCHES_PER_SECOND, UNFOLLOWS_PER_SECOND / BATCHES_PER_SECOND);
    }
    return events;
  }

  private void walk(StarTraffic traffic, Order order, int limit, Future<?> changes) {
    int completedBefore = traffic.completed();
    long start = System.nanoTime();
    List<Item> walked = new ArrayList<>();
    Optional<Place> place = Optional.empty();
    int calls = 0;
    do {
      assertThat(changes.isDone()).as("the traffic goes on").isFalse();
      ListPart part = read(order, limit, place);
      if (part.next().isPresent()) {
        assertThat(part.items()).hasSize(limit);
      }
      walked.addAll(part.items());
      place = part.next();
      calls++;
      if (calls == CALLS_BEFORE_A_CHANGE) {
        int completed = traffic.completed();
        await().until(() -> traffic.completed() > completed || changes.isDone());
      }
    } while (place.isPresent());
    double seconds = (System.nanoTime() - start) / 1e9;
    int completedMeanwhile = traffic.completed() - completedBefore;
    int begunBefore = traffic.begun();

    assertThat(calls).isGreaterThan(CALLS_BEFORE_A_CHANGE);
    assertThat(completedMeanwhile).as("batches while %s by %d", order, limit).isPositive();

    traffic.assertWalked(walked, completedBefore, begunBefore);
    List<Long> marks = walked.stream().map(Item::mark).toList();
    List<Long> sorted = new ArrayList<>(marks);
    sorted.sort(order == Order.NEWEST ? Collections.reverseOrder() : null);
    assertThat(marks).isEqualTo(sorted);
    System.out.printf(
        "%s by %d: %d edges in %d calls, %.1f s, %d batches meanwhile%n",
        order, limit, walked.size(), calls, seconds, completedMeanwhile);
  }

  /** A client repeats what is answered with 503. */
  private ListPart read(Order order, int limit, Optional<Place> place) {
    for (int moved = 0; ; moved++) {
      try {
        return reader.read(Side.FOLLOWERS, StarTraffic.STAR, order, limit, place);
      } catch (ListMovedException e) {
        assertThat(moved).isLessThan(MOVED_IN_A_ROW_MAX);
      }
    }
  }

  /**
   * Laws 1 and 2 on each single read of a whole list, while tiny pages are spilled, compacted and
   * taken back all the time: what is read is the list at the sequence that is named.
   */
  @Test
  void eachSingleReadIsTheListAtItsSequence() throws Exception {
    StarTraffic traffic =
        new StarTraffic(applier(new ListSettings(20, 64 * 1024, 7, 5, 9)), n -> true, true);
    traffic.grow(60);
    Future<?> changes = threads.submit(() -> growAndShrink(traffic));
    List<Future<?>> readers = new ArrayList<>();
    for (Order order : Order.values()) {
      readers.add(threads.submit(() -> readWhole(traffic, order, changes)));
    }
    for (Future<?> each : readers) {
      each.get();
    }
    over.set(true);
    changes.get();

    Head head = followers.heads(List.of(StarTraffic.STAR)).get(StarTraffic.STAR);
    assertThat(head.firstPage()).as("pages that were emptied or taken back").isGreaterThan(10);
    System.out.printf(
        "%d single reads each way during %d batches, %d pages%n",
        READS, traffic.completed(), head.nextPage());
  }

  private void growAndShrink(StarTraffic traffic) {
    Random random = new Random(7);
    while (!over.get()) {
      int phase = random.nextInt(3);
      for (int i = 0; i < 8 && !over.get(); i++) {
        traffic.change(
            phase == 1 ? 0 : random.nextInt(12) + 1, phase == 0 ? 0 : random.nextInt(12) + 1);
      }
    }
  }

  private void readWhole(StarTraffic traffic, Order order, Future<?> changes) {
    for (int i = 0; i < READS || traffic.completed() < READS; i++) {
      assertThat(changes.isDone()).as("the traffic goes on").isFalse();
      ListPart part = read(order, 10_000, Optional.empty());
      List<Item> items = new ArrayList<>(part.items());
      if (order == Order.NEWEST) {
        Collections.reverse(items);
      }
      assertThat(items).as("at %d", part.sequence()).isEqualTo(traffic.listAt(part.sequence()));
      assertThat(part.count()).isEqualTo(items.size());
      assertThat(part.next()).isEmpty();
    }
  }
}
