package io.longtail.local.graph;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Follow events of a graph with a long tail: the user of rank r has about {@code most / r^1.05}
 * followers, as measured in real graphs, and one in {@value #UNFOLLOW_ONE_IN} is lost again. The
 * same seed gives the same events.
 */
public final class LongTailedGraph {
  private static final double EXPONENT = 1.05;
  private static final int UNFOLLOW_ONE_IN = 25;

  private final int users;
  private final List<FollowEvent> events;
  private final int follows;

  /**
   * @param users of whom everybody may follow
   * @param most followers of the user of rank 1 before he loses some, below {@code users}
   */
  public LongTailedGraph(long seed, int users, int most) {
    if (most >= users) {
      throw new IllegalArgumentException("most must be below users: nobody follows himself");
    }
    this.users = users;
    Random random = new Random(seed);
    List<Edge> edges = new ArrayList<>();
    for (int rank = 1; rank <= users; rank++) {
      int followers = (int) Math.round(most / Math.pow(rank, EXPONENT));
      for (int follower : someOthers(random, rank, followers)) {
        edges.add(new Edge(new FollowerId(id(follower)), new FolloweeId(id(rank))));
      }
    }
    Collections.shuffle(edges, random);
    this.follows = edges.size();
    this.events = new ArrayList<>(follows + follows / UNFOLLOW_ONE_IN);
    edges.forEach(edge -> events.add(new FollowEvent.Follow(edge, Optional.empty(), Cause.IMPORT)));
    Collections.shuffle(edges, random);
    edges
        .subList(0, follows / UNFOLLOW_ONE_IN)
        .forEach(
            edge -> events.add(new FollowEvent.Unfollow(edge, Optional.empty(), Cause.IMPORT)));
  }

  private Set<Integer> someOthers(Random random, int rank, int count) {
    Set<Integer> chosen = new HashSet<>();
    while (chosen.size() < count) {
      int other = 1 + random.nextInt(users);
      if (other != rank) {
        chosen.add(other);
      }
    }
    return chosen;
  }

  /** The id of the user of a rank, from 1. */
  public static String id(int rank) {
    return "u" + rank;
  }

  public int users() {
    return users;
  }

  /** In the order in which they are to be published. */
  public List<FollowEvent> events() {
    return Collections.unmodifiableList(events);
  }

  public int follows() {
    return follows;
  }

  public int unfollows() {
    return events.size() - follows;
  }

  /** Followers of the user of a rank after all events. */
  public long followersOf(int rank) {
    FolloweeId followee = new FolloweeId(id(rank));
    return events.stream()
        .filter(event -> event.edge().followee().equals(followee))
        .mapToLong(event -> event instanceof FollowEvent.Follow ? 1 : -1)
        .sum();
  }
}
