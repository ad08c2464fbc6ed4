package io.longtail.followers.simulation;

import io.longtail.followers.EdgeLookup;
import io.longtail.followers.GraphReads;
import io.longtail.followers.ListMovedException;
import io.longtail.followers.ListPart;
import io.longtail.followers.ListPart.Item;
import io.longtail.followers.ListReader;
import io.longtail.followers.Order;
import io.longtail.followers.Side;
import io.longtail.followers.simulation.ListVersions.Version;
import io.longtail.followers.simulation.Totals.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Somebody who reads, and whose every answer is compared with what was there meanwhile. */
final class SimulatedReader {
  /** A walk that others lengthen all the time is left after so many items. */
  private static final int ITEMS_MAX = 500;

  private final WatchedGraph graph;
  private final Totals totals;
  final SteppedOwner steps;

  SimulatedReader(Simulation world, String name, Action.Walk walk) {
    this.graph = world.graph;
    this.totals = world.totals;
    this.steps = SteppedOwner.begin(name, port -> walk(walk, reads(port)));
  }

  SimulatedReader(Simulation world, String name, Action.Look look) {
    this.graph = world.graph;
    this.totals = world.totals;
    this.steps = SteppedOwner.begin(name, port -> look(look, reads(port)));
  }

  private GraphReads reads(Steps port) {
    return new GraphReads(
        new SteppedEdgeLists(graph.lists(Side.FOLLOWERS), Side.FOLLOWERS, port),
        new SteppedEdgeLists(graph.lists(Side.FOLLOWING), Side.FOLLOWING, port));
  }

  private void walk(Action.Walk walk, GraphReads reads) {
    ListReader reader = new ListReader(reads);
    ListVersions versions = graph.versions(walk.side(), walk.user());
    long begun = graph.time();
    List<Item> walked = new ArrayList<>();
    Optional<ListPart.Place> place = Optional.empty();
    do {
      long partBegun = graph.time();
      ListPart part;
      try {
        part = reader.read(walk.side(), walk.user(), walk.order(), walk.limit(), place);
      } catch (ListMovedException e) {
        totals.add(Kind.READS_GIVEN_UP);
        return;
      } catch (Steps.Failed e) {
        return; // the client is told, and may ask again
      }
      totals.add(Kind.READS);
      Optional<Item> after =
          walked.isEmpty() ? Optional.empty() : Optional.of(walked.get(walked.size() - 1));
      Broken.unless(
          versions.since(partBegun).stream()
              .anyMatch(version -> isPart(part, version, walk, after)),
          () ->
              "laws 1 and 2: %s after %s was read as %s, which was never so in %s"
                  .formatted(walk, after, part, versions.since(partBegun)));
      walked.addAll(part.items());
      place = part.next();
    } while (place.isPresent() && walked.size() < ITEMS_MAX);
    if (place.isEmpty()) {
      checkWalk(walk, walked, versions, begun);
    }
  }

  private static boolean isPart(
      ListPart part, Version version, Action.Walk walk, Optional<Item> after) {
    List<Item> left = new ArrayList<>();
    for (Item item : version.items()) {
      if (walk.order() == Order.OLDEST) {
        if (after.isEmpty() || item.mark() > after.get().mark()) {
          left.add(item);
        }
      } else if (after.isEmpty() || item.mark() < after.get().mark()) {
        left.add(0, item);
      }
    }
    return part.count() == version.items().size()
        && part.sequence() == version.sequence()
        && part.items().equals(left.subList(0, Math.min(walk.limit(), left.size())))
        && part.next().isPresent() == left.size() > walk.limit();
  }

  private void checkWalk(Action.Walk walk, List<Item> walked, ListVersions versions, long begun) {
    totals.add(Kind.WALKS);
    Set<Item> distinct = new HashSet<>(walked);
    Broken.unless(
        distinct.size() == walked.size(),
        () -> "law 6: %s returned an edge twice: %s".formatted(walk, walked));
    Broken.unless(
        distinct.containsAll(versions.stayedSince(begun)),
        () ->
            "law 6: %s returned %s, but %s stayed throughout"
                .formatted(walk, walked, versions.stayedSince(begun)));
    Broken.unless(
        versions.seenSince(begun).containsAll(distinct),
        () ->
            "law 6: %s returned %s, but only %s ever were there"
                .formatted(walk, walked, versions.seenSince(begun)));
  }

  private void look(Action.Look look, GraphReads reads) {
    long begun = graph.time();
    Map<String, Long> found;
    try {
      found = new EdgeLookup(reads).find(look.side(), look.user(), look.others());
    } catch (ListMovedException e) {
      totals.add(Kind.READS_GIVEN_UP);
      return;
    } catch (Steps.Failed e) {
      return;
    }
    totals.add(Kind.LOOKUPS);
    Side opposite = look.side() == Side.FOLLOWERS ? Side.FOLLOWING : Side.FOLLOWERS;
    for (String other : look.others()) {
      Long mark = found.get(other);
      Broken.unless(
          wasSo(look.side(), look.user(), other, mark, begun)
              || wasSo(opposite, other, look.user(), mark, begun),
          () -> "%s answered %s of %s, which was never so".formatted(look, mark, other));
    }
  }

  /** Whether the list ever since had the member under this mark, or, without one, had it not. */
  private boolean wasSo(Side side, String user, String member, Long mark, long since) {
    return graph.versions(side, user).since(since).stream()
        .anyMatch(
            version ->
                mark == null
                    ? version.items().stream().noneMatch(item -> item.id().equals(member))
                    : version.items().contains(new Item(member, mark)));
  }
}
