package io.longtail.trials;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Follow events of a few busy users and many quiet ones, on both sides: of six events four follow
 * somebody, one unfollows somebody followed before, and one follows somebody anew who was
 * unfollowed. Some of them change nothing, as in life. The same seed gives the same events.
 */
final class SkewedTraffic {
  /** Cube of a uniform number: half of all events fall on an eighth of the users. */
  private static final int SKEW = 3;

  private final Random random;
  private final String prefix;
  private final int users;
  private final List<Edge> followed = new ArrayList<>();
  private final List<Edge> unfollowed = new ArrayList<>();
  private int given;

  SkewedTraffic(long seed, String prefix, int users) {
    this.random = new Random(seed);
    this.prefix = prefix;
    this.users = users;
  }

  List<FollowEvent> next(int count) {
    List<FollowEvent> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      events.add(next());
    }
    given += count;
    return events;
  }

  /** How many events it has given. */
  int given() {
    return given;
  }

  private FollowEvent next() {
    int kind = random.nextInt(6);
    if (kind == 0 && !followed.isEmpty()) {
      Edge edge = some(followed);
      unfollowed.add(edge);
      return new FollowEvent.Unfollow(edge, Optional.empty(), Cause.USER);
    }
    Edge edge = kind == 1 && !unfollowed.isEmpty() ? some(unfollowed) : fresh();
    followed.add(edge);
    return new FollowEvent.Follow(edge, Optional.empty(), Cause.USER);
  }

  private Edge some(List<Edge> edges) {
    return edges.get(random.nextInt(edges.size()));
  }

  private Edge fresh() {
    int followee = skewed();
    int follower = skewed();
    while (follower == followee) {
      follower = skewed();
    }
    return new Edge(new FollowerId(user(follower)), new FolloweeId(user(followee)));
  }

  private int skewed() {
    return (int) (Math.pow(random.nextDouble(), SKEW) * users);
  }

  /** Any user, the busy ones more often. */
  String someUser(Random chooser) {
    return user((int) (Math.pow(chooser.nextDouble(), SKEW) * users));
  }

  private String user(int number) {
    return prefix + number;
  }
}
