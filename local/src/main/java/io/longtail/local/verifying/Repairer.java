package io.longtail.local.verifying;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.events.UserIdRule;
import io.longtail.local.console.Console;
import io.longtail.local.importing.EdgePublisher;
import io.longtail.local.importing.StoredProgress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.stored.StoredEdge;
import io.longtail.local.topics.TopicReader;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Mends what a verification finds, by events: a list that is off in itself is rebuilt from what is
 * stored of it, with missing pages put back empty first ({@link MissingPages}); an edge on which
 * the sides disagree is brought to what the log says last of it. Then everything is verified again,
 * until nothing is left or nothing gets better.
 */
public final class Repairer {
  /**
   * A page that is put back empty shows edges that are on one side only: these take a round more.
   */
  private static final int ROUNDS_MAX = 10;

  /** Somebody who changes his mind in each of so many moments has it his way the next time. */
  private static final int SECOND_THOUGHTS_MAX = 20;

  private final StackClients clients;
  private final Supplier<Verification> verification;
  private final StoredProgress applied;
  private final MissingPages missingPages;
  private final Console console;
  private long users;
  private long edges;

  /**
   * @param verification each time a new one
   * @param standstillMax how long to wait for events while nothing is applied
   */
  public Repairer(
      StackClients clients,
      Supplier<Verification> verification,
      Duration standstillMax,
      Console console) {
    this.clients = clients;
    this.verification = verification;
    this.applied = new StoredProgress(clients.database("followers"), standstillMax);
    this.missingPages = new MissingPages(clients.database("followers"));
    this.console = console;
  }

  /**
   * Verifies, mends, and verifies again. What a list violates by itself is mended also while not
   * everything has arrived; edges are not even named then.
   */
  public Outcome run() {
    Verification found = verification.get();
    Set<Object> mendedBefore = Set.of();
    for (int round = 0; round < ROUNDS_MAX; round++) {
      Damage damage = found.violations().damage();
      List<String> users = damage.users().stream().filter(UserIdRule::holds).toList();
      List<StoredEdge> edges = damage.edges().stream().filter(Repairer::canBeAsked).toList();
      Set<Object> toMend = new HashSet<>(users);
      toMend.addAll(edges);
      if (toMend.isEmpty() || toMend.equals(mendedBefore)) {
        break;
      }
      mendedBefore = toMend;
      console.note(
          "%,d violations: %,d lists and %,d edges to be mended",
          found.violations().count(), users.size(), edges.size());
      if (!mendLists(users) || !mendEdges(edges)) {
        return new Outcome(found, this.users, this.edges, false);
      }
      found = verification.get();
    }
    return new Outcome(found, users, edges, true);
  }

  /** An id that somebody stored by hand may be none: no event can name it. */
  private static boolean canBeAsked(StoredEdge edge) {
    return UserIdRule.holds(edge.follower())
        && UserIdRule.holds(edge.followee())
        && !edge.follower().equals(edge.followee());
  }

  private boolean mendLists(List<String> userIds) {
    users += userIds.size();
    long pages = userIds.stream().mapToLong(missingPages::putBack).sum();
    if (pages > 0) {
      console.note("%,d missing pages put back, empty", pages);
    }
    return publish(userIds.stream().<LogEntry>map(Repair::new).toList());
  }

  private boolean mendEdges(List<StoredEdge> damaged) {
    if (damaged.isEmpty()) {
      return true;
    }
    edges += damaged.size();
    try (TopicReader reader = new TopicReader(clients.address().kafka())) {
      Wishes wishes = new Wishes(new FollowLog(reader, clients.address().prefix()), damaged);
      Map<StoredEdge, Boolean> asked = wishes.read();
      for (int thought = 0; thought < SECOND_THOUGHTS_MAX && !asked.isEmpty(); thought++) {
        if (!publish(asked.entrySet().stream().map(Repairer::event).toList())) {
          return false;
        }
        // Whoever followed or unfollowed before our event came after him asks for something else.
        asked = wishes.readWhatCameSince();
      }
      return true;
    }
  }

  private static LogEntry event(Map.Entry<StoredEdge, Boolean> wish) {
    Edge edge =
        new Edge(
            new FollowerId(wish.getKey().follower()), new FolloweeId(wish.getKey().followee()));
    return wish.getValue()
        ? new Follow(edge, Optional.empty(), Cause.REPAIR)
        : new Unfollow(edge, Optional.empty(), Cause.REPAIR);
  }

  /** False if they are not applied. */
  private boolean publish(List<LogEntry> entries) {
    if (entries.isEmpty()) {
      return true;
    }
    try (EdgePublisher publisher =
        new EdgePublisher(clients.address().kafka(), clients.address().prefix())) {
      entries.forEach(publisher::publish);
      return applied.await(publisher.finish(), console);
    }
  }

  /**
   * What came of it.
   *
   * @param found by the last verification: what is left
   * @param users whose lists were rebuilt, once for each time
   * @param edges that were brought to what the log says of them, likewise
   * @param everythingApplied whether the events of the repair were applied in time
   */
  public record Outcome(Verification found, long users, long edges, boolean everythingApplied) {}
}
