package io.longtail.followers.histories;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static io.longtail.followers.Side.FOLLOWERS;
import static io.longtail.followers.Side.FOLLOWING;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.followers.EdgeLookup;
import io.longtail.followers.GraphReads;
import io.longtail.followers.ListPart;
import io.longtail.followers.ListPart.Item;
import io.longtail.followers.ListReader;
import io.longtail.followers.Order;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.Operation;
import io.longtail.followers.simulation.SteppedEdgeLists;
import io.longtail.followers.simulation.SteppedGraph;
import io.longtail.followers.simulation.SteppedOwner;
import io.longtail.followers.simulation.Steps;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reader has read a head and is about to read its pages, when the list is rearranged. */
class ReadingHistoriesTest {
  private SteppedGraph graph = SteppedGraph.withThresholdOne();

  @AfterEach
  void close() {
    graph.close();
  }

  /** The count is the first head's, and b would be missing. */
  @Test
  void aListIsNotReadFromAPageThatWasCompactedForALaterHead() {
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    Reading<ListPart> reading = new Reading<>(this::newestOfX);

    graph.apply(graph.append(0, follow("d", "x"), unfollow("b", "x")));
    assertThat(graph.followersOf("x").firstPage()).isZero();

    ListPart part = reading.finish();
    assertThat(part.items()).extracting(Item::id).containsExactly("d", "c", "a");
    assertThat(part.count()).isEqualTo(3);
  }

  /**
   * A saved the head [a, b] and stalls before it writes page 0 with a. Others take a out and spill
   * b into page 0: so the reader sees it. Then that page is emptied and deleted, and A's is
   * written.
   */
  @Test
  void aListIsNotReadFromAPageThatIsWrittenLateBelowTheRange() {
    SteppedOwner late = graph.begin("A", graph.append(0, follow("a", "x"), follow("b", "x")));
    late.runUntil(Operation::isPageInsert);
    graph.apply(graph.append(0, unfollow("a", "x"), follow("d", "x")));
    Reading<ListPart> reading = new Reading<>(this::newestOfX);

    graph.apply(graph.append(0, unfollow("d", "x"), unfollow("b", "x"), follow("e", "x")));
    late.step();
    assertThat(graph.followers.allPages("x")).hasSize(1); // and no head shows it

    ListPart part = reading.finish();
    assertThat(part.items()).extracting(Item::id).containsExactly("e");
    assertThat(part.count()).isEqualTo(1);
  }

  /** All pages go back into the head: without them b and c would be a whole list of three. */
  @Test
  void aListIsNotReadWithoutAPageThatWasTakenBackIntoTheHead() {
    graphThatUnspillsAtOne();
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    Reading<ListPart> reading = new Reading<>(this::newestOfX);

    graph.apply(graph.append(0, unfollow("b", "x"), unfollow("c", "x")));
    assertThat(graph.followers.allPages("x")).isEmpty();

    ListPart part = reading.finish();
    assertThat(part.items()).extracting(Item::id).containsExactly("a");
    assertThat(part.count()).isEqualTo(1);
  }

  /** The same, and the list spills again, d this time: that page must not be where a's was. */
  @Test
  void aListIsNotReadFromAPageThatWasSpilledAfterAnUnspill() {
    graphThatUnspillsAtOne();
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    Reading<ListPart> reading = new Reading<>(this::newestOfX);

    graph.apply(graph.append(0, unfollow("b", "x"), unfollow("c", "x")));
    graph.apply(
        graph.append(0, unfollow("a", "x"), follow("d", "x"), follow("e", "x"), follow("f", "x")));
    assertThat(graph.followersOf("x").hasOverflow()).isTrue();

    ListPart part = reading.finish();
    assertThat(part.items()).extracting(Item::id).containsExactly("f", "e", "d");
    assertThat(part.count()).isEqualTo(3);
  }

  /** Who was given leaves, somebody new comes: the rest of the walk is not shifted by either. */
  @Test
  void aWalkGoesOnAfterItsLastEdgeWhateverHappenedToThoseBeforeIt() {
    graph.apply(
        graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x"), follow("d", "x")));
    ListReader reader = new ListReader(graph.reads);
    ListPart first = reader.read(FOLLOWERS, "x", Order.NEWEST, 2, Optional.empty());
    assertThat(first.items()).extracting(Item::id).containsExactly("d", "c");

    graph.apply(graph.append(0, unfollow("d", "x"), unfollow("c", "x")));
    ListPart afterTwoLeft = reader.read(FOLLOWERS, "x", Order.NEWEST, 2, first.next());
    assertThat(afterTwoLeft.items()).extracting(Item::id).containsExactly("b", "a");

    graph.apply(graph.append(0, follow("e", "x"), follow("f", "x"), follow("g", "x")));
    ListPart afterThreeCame = reader.read(FOLLOWERS, "x", Order.NEWEST, 2, first.next());
    assertThat(afterThreeCame.items()).extracting(Item::id).containsExactly("b", "a");
  }

  /** All pages go back into the head. */
  @Test
  void aMemberWhosePageIsTakenBackIntoTheHeadStaysAMember() {
    graphThatUnspillsAtOne();
    graph.apply(graph.append(0, follow("a", "x"), follow("b", "x"), follow("c", "x")));
    longFollowingOfA();
    Reading<Set<String>> reading = new Reading<>(this::isAFollowerOfX);

    graph.apply(graph.append(0, unfollow("b", "x"), unfollow("c", "x")));
    assertThat(graph.followers.allPages("x")).isEmpty();

    assertThat(reading.finish()).containsExactly("a");
  }

  /** No head ever was without a: it leaves and comes back in one batch. */
  @Test
  void aMemberWhosePageIsCompactedAndWhoIsInANewerOneStaysAMember() {
    graph.apply(graph.append(0, follow("b", "x"), follow("a", "x"), follow("c", "x")));
    longFollowingOfA();
    Reading<Set<String>> reading = new Reading<>(this::isAFollowerOfX);

    graph.apply(graph.append(0, unfollow("a", "x"), follow("a", "x")));
    assertThat(graph.followersOf("x").firstPage()).isZero();

    assertThat(reading.finish()).containsExactly("a");
  }

  /** As above, where a page is written late: a is in it, but never was a member with this head. */
  @Test
  void nobodyIsAMemberForAPageThatIsWrittenLateBelowTheRange() {
    longFollowingOfA();
    SteppedOwner late = graph.begin("A", graph.append(0, follow("a", "x"), follow("b", "x")));
    late.runUntil(Operation::isPageInsert);
    graph.apply(graph.append(0, unfollow("a", "x"), follow("d", "x")));
    Reading<Set<String>> reading = new Reading<>(this::isAFollowerOfX);

    graph.apply(graph.append(0, unfollow("d", "x"), unfollow("b", "x"), follow("e", "x")));
    late.step();

    assertThat(reading.finish()).isEmpty();
  }

  private void graphThatUnspillsAtOne() {
    graph.close();
    graph = new SteppedGraph(new ListSettings(2, 16 * 1024, 1, 0, 1));
  }

  private void longFollowingOfA() {
    graph.apply(
        graph.append(0, follow("a", "u"), follow("a", "v"), follow("a", "w"), follow("a", "y")));
  }

  private ListPart newestOfX(GraphReads reads) {
    return new ListReader(reads).read(FOLLOWERS, "x", Order.NEWEST, 10, Optional.empty());
  }

  private Set<String> isAFollowerOfX(GraphReads reads) {
    return new EdgeLookup(reads).find(FOLLOWERS, "x", List.of("a")).keySet();
  }

  /** An answer that is being read: it stands before the first page that it needs. */
  private final class Reading<T> {
    private final AtomicReference<T> answer = new AtomicReference<>();
    private final SteppedOwner reader;

    Reading(Function<GraphReads, T> question) {
      reader =
          SteppedOwner.begin("reader", steps -> answer.set(question.apply(reads(steps))))
              .runUntil(Operation::isPageRead);
    }

    private GraphReads reads(Steps steps) {
      return new GraphReads(
          new SteppedEdgeLists(graph.followers, FOLLOWERS, steps),
          new SteppedEdgeLists(graph.following, FOLLOWING, steps));
    }

    T finish() {
      reader.finish();
      return answer.get();
    }
  }
}
