package io.longtail.followers.simulation;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerCountCorrected;
import io.longtail.events.Repair;
import io.longtail.followers.DamagedListException;
import io.longtail.followers.EventBatch;
import io.longtail.followers.GraphLaws;
import io.longtail.followers.InMemoryEdgeLists;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two owners at the same repair of a list that somebody damaged, each left at any of its
 * operations; and beside them an owner of another partition, who changes the list and compacts it.
 * Nobody is lost, nobody is there twice, the count is that of the list, and what is told under one
 * sequence is told the same by both.
 */
class TwoRepairsTest {
  private static final ListSettings SMALL = new ListSettings(2, 16 * 1024, 2, 0, 0);
  private static final ListSettings LARGER = new ListSettings(4, 16 * 1024, 3, 1, 2);
  private static final int RANDOM_HISTORIES = 300;

  /** A list as it was left: removed ids, what the pages hold (a dash: no page), what the head. */
  enum Damage {
    A_REPEAT_BEHIND_A_REMOVED_ONE("r", "a b / r a", "z", "b a z"),
    REPEATS_IN_MANY_PAGES("r s", "r a b / b s r a b / a c", "z", "b a c z"),
    REPEATS_IN_ONE_PAGE("r", "a a r b a / c", "z", "b a c z"),
    IN_THE_HEAD_AND_IN_PAGES("r", "g a r / g b", "g z", "a b g z"),
    TWICE_IN_THE_HEAD("", "y a", "y z y", "a z y"),
    A_PAGE_OF_REPEATS_FIRST("", "a b / b c / c b a", "z", "c b a z"),
    A_MISSING_PAGE("r", "a r b / - / r b", "z", "a b z"),
    EVERYTHING("r s", "a g b / - / r a a c / g s b r d b", "z g z", "a c d b g z");

    private final Set<String> removedIds;
    private final List<String> pages;
    private final List<String> inHead;
    private final List<String> repaired;

    Damage(String removedIds, String pages, String inHead, String repaired) {
      this.removedIds = Set.copyOf(ids(removedIds));
      this.pages = List.of(pages.split(" / "));
      this.inHead = ids(inHead);
      this.repaired = ids(repaired);
    }

    private static List<String> ids(String text) {
      return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    private void damage(InMemoryEdgeLists lists) {
      Head head = lists.heads(List.of("x")).get("x");
      long mark = 1;
      for (int number = 0; number < pages.size(); number++) {
        if (!pages.get(number).equals("-")) {
          Edges edges = edges(ids(pages.get(number)), mark);
          lists.put(new Page("x", number, edges, number + 1L, 0));
          mark += edges.size();
        }
      }
      lists.put(
          new Head(
              "x",
              edges(inHead, mark),
              77,
              0,
              pages.size(),
              removedIds,
              head.sequence(),
              mark + inHead.size(),
              20,
              head.applied()));
    }

    private static Edges edges(List<String> ids, long firstMark) {
      return Edges.ofArrays(
          ids.toArray(String[]::new),
          IntStream.range(0, ids.size()).mapToLong(i -> firstMark + i).toArray());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whereverEachOfThemStandsTheFollowersAreRepaired(Damage damage) {
    int histories = 0;
    boolean firstWasDone = false;
    for (int first = 0; !firstWasDone; first++) {
      boolean secondWasDone = false;
      for (int second = 0; !secondWasDone; second++) {
        try (World world = new World(damage, graph -> graph.followers)) {
          firstWasDone = world.steps(world.first, first);
          secondWasDone = world.steps(world.second, second);
          world.end(world.first, world.second);
          world.checkFollowers();
          histories++;
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("after %d and %d operations".formatted(first, second), e);
        }
      }
    }
    assertThat(histories).isGreaterThan(100);
  }

  @ParameterizedTest
  @EnumSource
  void inAnyOrderOfTheirOperationsTheFollowersAreRepaired(Damage damage) {
    for (long seed = 1; seed <= RANDOM_HISTORIES; seed++) {
      try (World world = new World(damage, graph -> graph.followers)) {
        world.mix(new Random(seed), world.first, world.second);
        world.checkFollowers();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** The other partition's owner comes in between once, wherever the two stand. */
  @ParameterizedTest
  @EnumSource
  void whereverEachOfThemStandsWhenTheListChangesTheFollowingAreRepaired(Damage damage) {
    boolean firstWasDone = false;
    for (int first = 0; !firstWasDone; first++) {
      boolean secondWasDone = false;
      for (int second = 0; !secondWasDone; second++) {
        for (boolean beforeTheSecond : List.of(true, false)) {
          try (World world = new World(damage, graph -> graph.following)) {
            firstWasDone = world.steps(world.first, first);
            if (beforeTheSecond) {
              world.end(world.other);
            }
            secondWasDone = world.steps(world.second, second);
            world.end(world.other, world.first, world.second);
            world.checkFollowing();
          } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                "after %d and %d operations, %s".formatted(first, second, beforeTheSecond), e);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void inAnyOrderOfTheirOperationsTheFollowingAreRepaired(Damage damage) {
    for (long seed = 1; seed <= RANDOM_HISTORIES; seed++) {
      try (World world = new World(damage, graph -> graph.following)) {
        world.mix(new Random(seed), world.first, world.second, world.other);
        world.checkFollowing();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private interface Damaged {
    InMemoryEdgeLists of(SteppedGraph graph);
  }

  private static final class World implements AutoCloseable {
    private final SteppedGraph graph = new SteppedGraph(SMALL);
    private final Damage damage;
    private final InMemoryEdgeLists lists;
    private final SteppedOwner first;
    private final SteppedOwner second;
    private final SteppedOwner other;
    private final EventBatch changes;

    World(Damage damage, Damaged damaged) {
      this.damage = damage;
      lists = damaged.of(graph);
      graph.apply(graph.append(0, follow("a", "x")), graph.append(1, follow("x", "y")));
      damage.damage(lists);
      EventBatch repair = graph.append(0, new Repair("x"));
      first = graph.begin("first", repair);
      second = graph.begin("second", LARGER, repair);
      changes =
          graph.append(
              1, repair(unfollow("x", "g")), repair(unfollow("x", "c")), follow("x", "new"));
      // Whom x follows in the head, perhaps also in a page; whom in no head; and somebody new.
      other = graph.begin("other", changes);
    }

    /** Whether it was at its end before. */
    boolean steps(SteppedOwner owner, int steps) {
      for (int i = 0; i < steps && !owner.hasEnded(); i++) {
        owner.step();
      }
      return owner.hasEnded();
    }

    void end(SteppedOwner... owners) {
      for (SteppedOwner owner : owners) {
        try {
          owner.finish();
        } catch (DamagedListException e) {
          assertThat(owner).isSameAs(other); // its partition stands still until the repair is done
        }
      }
    }

    void mix(Random random, SteppedOwner... owners) {
      List<SteppedOwner> atWork = new ArrayList<>(List.of(owners));
      while (!atWork.isEmpty()) {
        SteppedOwner one = atWork.get(random.nextInt(atWork.size()));
        steps(one, 1 + random.nextInt(4));
        if (one.hasEnded()) {
          atWork.remove(one);
        }
      }
      end(owners); // to be told what failed
    }

    /** The followee does not know of it: each side looks into its own pages. */
    private static Unfollow repair(FollowEvent event) {
      return new Unfollow(event.edge(), Optional.empty(), Cause.REPAIR);
    }

    void checkFollowers() {
      Head head = graph.followersOf("x");
      assertThat(List.copyOf(GraphLaws.listed(lists, head).keySet())).isEqualTo(damage.repaired);
      assertThat(head.count()).isEqualTo(damage.repaired.size());
      List<FollowerChange> told = graph.changes.of("x");
      assertThat(told).hasSize(2);
      assertThat(told.get(1)).isInstanceOf(FollowerCountCorrected.class);
      assertThat(told.get(1).followerCount()).isEqualTo(damage.repaired.size());
    }

    /** One who leaves may still stand in a page, if that came before the repair. */
    void checkFollowing() {
      graph.apply(changes);
      Head head = graph.followingOf("x");
      Set<String> listed = GraphLaws.listed(lists, head).keySet();
      List<String> expected = new ArrayList<>(damage.repaired);
      expected.removeAll(List.of("g", "c"));
      expected.add("new");
      assertThat(listed).containsAll(expected);
      assertThat(listed.stream().filter(id -> !id.equals("g")))
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(head.count()).isEqualTo(listed.size());
      assertThat(graph.changes.countOf("x").followingCount()).isEqualTo(head.count());
      assertThat(graph.changes.countOf("x").sequence()).isEqualTo(head.sequence());
    }

    @Override
    public void close() {
      graph.close();
    }
  }
}
