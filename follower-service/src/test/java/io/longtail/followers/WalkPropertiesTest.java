package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowEvent;
import io.longtail.followers.ListPart.Item;
import io.longtail.followers.ListPart.Place;
import io.longtail.followers.WriteHistory.Replay;
import io.longtail.followers.edgelist.ListSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Walks over small lists of tiny pages, while the writes of their history are played between any
 * two reads of the reader: appends, removals, follows again, spills, compactions and unspills, each
 * as far as it has come. Each answer is compared with the list that the history had at the sequence
 * that the answer names, so each single read is exact; and each walk with law 6.
 */
class WalkPropertiesTest {
  private static final String CELEBRITY = "star";
  private static final int HISTORIES = Integer.getInteger("seeds", 1_000);

  /** Of fewer nothing can be said about how often what happens. */
  private static final int HISTORIES_FOR_TOTALS = 100;

  @Test
  void everyAnswerIsTheListAtItsSequenceAndEveryWalkIsExact() {
    Seen seen = new Seen();
    for (int seed = 1; seed <= HISTORIES; seed++) {
      try {
        new History(seed).check(seen);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }

    if (HISTORIES >= HISTORIES_FOR_TOTALS) {
      seen.assertEnough();
    }
  }

  private static final class Seen {
    private int walksDuringWrites;
    private int begunAgain;
    private int pagesEmptyInTheMiddle;
    private int firstPageMoved;
    private int unspilled;
    private int deepest;

    /** What the histories must have contained for all this to mean anything. */
    void assertEnough() {
      assertThat(walksDuringWrites).isGreaterThan(HISTORIES);
      assertThat(begunAgain).as("answers begun again").isGreaterThan(HISTORIES / 10);
      assertThat(pagesEmptyInTheMiddle).isGreaterThan(HISTORIES / 10);
      assertThat(firstPageMoved).isGreaterThan(HISTORIES / 10);
      assertThat(unspilled).isGreaterThan(HISTORIES / 10);
      assertThat(deepest).as("pages of one list").isGreaterThan(10);
    }
  }

  private static final class History {
    private final Random random;
    private final WriteHistory writes;
    private final int users;
    private final Map<Long, List<Item>> atSequence = new HashMap<>();

    History(int seed) {
      random = new Random(seed);
      int threshold = 1 + random.nextInt(8);
      int keptInHead = random.nextInt(threshold);
      int unspillMark = random.nextBoolean() ? 0 : random.nextInt(threshold);
      writes =
          new WriteHistory(
              new ListSettings(
                  threshold, 64 * 1024, 1 + random.nextInt(4), keptInHead, unspillMark));
      users = 10 + random.nextInt(40);
      for (int step = 0; step < 25; step++) {
        apply(anyStep());
      }
    }

    /** In batches of any size. */
    private void apply(List<FollowEvent> events) {
      for (int from = 0; from < events.size(); ) {
        int to = Math.min(events.size(), from + 1 + random.nextInt(8));
        writes.apply(events.subList(from, to));
        from = to;
      }
    }

    private List<FollowEvent> anyStep() {
      List<String> members = List.copyOf(writes.list(Side.FOLLOWERS, CELEBRITY).keySet());
      return switch (random.nextInt(8)) {
        case 0, 1, 2 ->
            IntStream.range(0, 1 + random.nextInt(12)).mapToObj(i -> in(any())).toList();
        case 3 -> IntStream.range(0, 1 + random.nextInt(6)).mapToObj(i -> out(any())).toList();
        case 4, 5 -> { // neighbours: they empty whole pages
          int from = random.nextInt(members.size() + 1);
          int to = Math.min(members.size(), from + 1 + random.nextInt(12));
          yield members.subList(from, to).stream().map(this::out).toList();
        }
        case 6 -> { // the same ones out and in again
          List<FollowEvent> events = new ArrayList<>();
          for (int i = random.nextInt(4); i >= 0; i--) {
            String id = members.isEmpty() ? any() : members.get(random.nextInt(members.size()));
            events.addAll(List.of(out(id), in(id)));
          }
          yield events;
        }
        default -> // nearly all
            random.nextInt(3) > 0
                ? List.of()
                : members.stream().filter(id -> random.nextInt(5) > 0).map(this::out).toList();
      };
    }

    private String any() {
      return "f" + random.nextInt(users);
    }

    private FollowEvent in(String follower) {
      return follow(follower, CELEBRITY);
    }

    private FollowEvent out(String follower) {
      return unfollow(follower, CELEBRITY);
    }

    void check(Seen seen) {
      noteTheListAtEachSequence(seen);
      for (Order order : Order.values()) {
        for (int walk = 0; walk < 4; walk++) {
          walkDuringWrites(order, seen);
        }
        quietWalks(order);
        partsAfterAnyPlace(order);
      }
    }

    private void noteTheListAtEachSequence(Seen seen) {
      Replay replay = writes.replay();
      int firstPage = 0;
      do {
        var head = replay.head(Side.FOLLOWERS, CELEBRITY);
        List<Item> list = items(replay);
        List<Item> before = atSequence.putIfAbsent(head.sequence(), list);
        assertThat(before == null ? list : before)
            .as("upkeep changes no member: %s", head)
            .isEqualTo(list);
        assertThat(head.count()).isEqualTo(list.size());
        seen.deepest = Math.max(seen.deepest, head.pages());
        if (firstPage < head.firstPage()) {
          seen.firstPageMoved++;
          seen.unspilled += head.hasOverflow() ? 0 : 1;
        }
        firstPage = head.firstPage();
        var pages = replay.pages(Side.FOLLOWERS, head);
        if (pages.size() > 2
            && pages.subList(1, pages.size() - 1).stream().anyMatch(p -> p.isEmpty())) {
          seen.pagesEmptyInTheMiddle++;
        }
      } while (replay.step());
    }

    private static List<Item> items(Replay replay) {
      List<Item> items = new ArrayList<>();
      replay.list(Side.FOLLOWERS, CELEBRITY).forEach((id, mark) -> items.add(new Item(id, mark)));
      return items;
    }

    private void walkDuringWrites(Order order, Seen seen) {
      Replay replay = writes.replay();
      replay.play(random.nextInt(writes.size() + 1));
      int oneIn = 1 + random.nextInt(6);
      int atOnce = 1 + random.nextInt(6);
      Set<Item> stayed = new HashSet<>(items(replay));
      Set<Item> everThere = new HashSet<>(stayed);
      Runnable change =
          () -> {
            if (random.nextInt(oneIn) == 0) {
              for (int i = random.nextInt(atOnce); i >= 0 && replay.step(); i--) {
                List<Item> now = items(replay);
                stayed.retainAll(Set.copyOf(now));
                everThere.addAll(now);
              }
            }
          };
      int limitMax = 1 + random.nextInt(9);
      int before = replay.done();
      List<Item> walked = new ArrayList<>();
      Optional<Place> place = Optional.empty();
      do {
        ListPart part = exact(replay, change, order, 1 + random.nextInt(limitMax), place, seen);
        walked.addAll(part.items());
        place = part.next();
        change.run();
      } while (place.isPresent());

      assertThat(walked).as("no edge twice").doesNotHaveDuplicates();
      assertThat(walked).as("every edge that stayed").containsAll(stayed);
      assertThat(everThere).as("nothing that never was").containsAll(walked);
      seen.walksDuringWrites += replay.done() > before ? 1 : 0;
    }

    /** Reads a part, compared with the list at the sequence that it says it is from. */
    private ListPart exact(
        Replay replay, Runnable change, Order order, int limit, Optional<Place> place, Seen seen) {
      int before = replay.done();
      long sequenceBefore = replay.head(Side.FOLLOWERS, CELEBRITY).sequence();
      GraphReads reads = replay.reads(change);
      ListPart part = new ListReader(reads).read(Side.FOLLOWERS, CELEBRITY, order, limit, place);
      seen.begunAgain += ((DisturbedReads) reads.followers()).headReads() > 2 ? 1 : 0;

      long sequenceAfter = replay.head(Side.FOLLOWERS, CELEBRITY).sequence();
      assertThat(part.sequence()).isBetween(sequenceBefore, sequenceAfter);
      assertIsExact(part, order, limit, place, replay, before);
      return part;
    }

    private void assertIsExact(
        ListPart part, Order order, int limit, Optional<Place> place, Replay replay, int before) {
      List<Item> list = atSequence.get(part.sequence());
      List<Item> rest = new ArrayList<>(list);
      if (order == Order.NEWEST) {
        Collections.reverse(rest);
        place.ifPresent(p -> rest.removeIf(item -> item.mark() >= p.mark()));
      } else {
        place.ifPresent(p -> rest.removeIf(item -> item.mark() <= p.mark()));
      }
      String what =
          "%s by %d after %s, writes %d to %d, head %s"
              .formatted(
                  order,
                  limit,
                  place,
                  before,
                  replay.done(),
                  replay.head(Side.FOLLOWERS, CELEBRITY));
      assertThat(part.items()).as(what).isEqualTo(rest.subList(0, Math.min(limit, rest.size())));
      assertThat(part.next().isPresent()).as("next of " + what).isEqualTo(rest.size() > limit);
      part.next()
          .ifPresent(
              next -> assertThat(next.mark()).as(what).isEqualTo(rest.get(limit - 1).mark()));
      assertThat(part.count()).as(what).isEqualTo(list.size());
    }

    private void quietWalks(Order order) {
      Replay replay = writes.replay();
      replay.play(random.nextInt(writes.size() + 1));
      int size = items(replay).size();
      int limit = 1 + random.nextInt(size + 2);
      int calls = 0;
      Optional<Place> place = Optional.empty();
      do {
        GraphReads reads = replay.reads(() -> {});
        ListPart part = new ListReader(reads).read(Side.FOLLOWERS, CELEBRITY, order, limit, place);
        assertIsExact(part, order, limit, place, replay, replay.done());
        DisturbedReads counted = (DisturbedReads) reads.followers();
        assertThat(counted.headReads()).isEqualTo(counted.pageReads() == 0 ? 1 : 2);
        place = part.next();
        calls++;
      } while (place.isPresent());
      assertThat(calls).isEqualTo(Math.max(1, (size + limit - 1) / limit));
    }

    /** Whatever page a place names: it is a hint and no more. */
    private void partsAfterAnyPlace(Order order) {
      Replay replay = writes.replay();
      replay.play(random.nextInt(writes.size() + 1));
      long lastMark = replay.head(Side.FOLLOWERS, CELEBRITY).lastMark();
      for (int i = 0; i < 10; i++) {
        Place place =
            new Place(
                (TestGraph.NOW << 20)
                    - 1
                    + random.nextInt((int) Math.max(1, lastMark - (TestGraph.NOW << 20)) + 3),
                random.nextInt(12) - 1);
        int limit = 1 + random.nextInt(9);
        ListPart part =
            new ListReader(replay.reads(() -> {}))
                .read(Side.FOLLOWERS, CELEBRITY, order, limit, Optional.of(place));
        assertIsExact(part, order, limit, Optional.of(place), replay, replay.done());
      }
    }
  }
}
