package io.longtail.trials;

import io.longtail.events.FollowEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What must come of a log: its events replayed one by one, in memory, without any mechanism. */
final class GraphModel {

  /** What one effective event did to a list of followers. */
  record Change(boolean added, String follower, int followersAfter) {}

  private final Map<String, LinkedHashSet<String>> followers = new TreeMap<>();
  private final Map<String, LinkedHashSet<String>> following = new TreeMap<>();
  private final Map<String, List<Change>> changes = new TreeMap<>();

  static GraphModel of(List<EventLog.Entry> log) {
    GraphModel model = new GraphModel();
    log.forEach(entry -> model.apply(entry.event()));
    return model;
  }

  void apply(FollowEvent event) {
    String follower = event.edge().follower().value();
    String followee = event.edge().followee().value();
    Set<String> theirFollowers = followers.computeIfAbsent(followee, x -> new LinkedHashSet<>());
    Set<String> theirFollowing = following.computeIfAbsent(follower, x -> new LinkedHashSet<>());
    boolean added = event instanceof FollowEvent.Follow;
    boolean changed = added ? theirFollowers.add(follower) : theirFollowers.remove(follower);
    if (added) {
      theirFollowing.add(followee);
    } else {
      theirFollowing.remove(followee);
    }
    if (changed) {
      changes
          .computeIfAbsent(followee, x -> new ArrayList<>())
          .add(new Change(added, follower, theirFollowers.size()));
    }
  }

  /** Everybody in an event. */
  Set<String> users() {
    Set<String> users = new TreeSet<>(followers.keySet());
    users.addAll(following.keySet());
    return users;
  }

  /** In the order of the effective follows, newest last. */
  List<String> followers(String user) {
    return List.copyOf(followers.getOrDefault(user, new LinkedHashSet<>()));
  }

  /** In no order that binds. */
  Set<String> following(String user) {
    return Set.copyOf(following.getOrDefault(user, new LinkedHashSet<>()));
  }

  /** Of a user's followers: number n of the list has the sequence n + 1. */
  List<Change> changes(String user) {
    return changes.getOrDefault(user, List.of());
  }

  long edges() {
    return followers.values().stream().mapToLong(Set::size).sum();
  }
}
