package io.longtail.followers;

import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The reference model: events one by one, in memory, without heads, pages or batches. */
public final class NaiveGraph {

  /** One list: members with their marks, oldest first. */
  public static final class NaiveList {
    public final LinkedHashMap<String, Long> members = new LinkedHashMap<>();
    public long sequence;
    private long lastMark;

    void follow(String member, long millis) {
      if (!members.containsKey(member)) {
        lastMark = Math.max(lastMark + 1, Math.max(0, millis) * 1_048_576);
        members.put(member, lastMark);
        sequence++;
      }
    }

    void unfollow(String member) {
      if (members.remove(member) != null) {
        sequence++;
      }
    }
  }

  public final Map<String, NaiveList> followers = new TreeMap<>();
  public final Map<String, NaiveList> following = new TreeMap<>();

  /** Of a list in order, all that a repair changes is its sequence. */
  public void repair(String userId) {
    followers.computeIfAbsent(userId, x -> new NaiveList()).sequence++;
    following.computeIfAbsent(userId, x -> new NaiveList()).sequence++;
  }

  public void accept(FollowEvent event, long appendedAtMillis) {
    String follower = event.edge().follower().value();
    String followee = event.edge().followee().value();
    NaiveList followersOfFollowee = followers.computeIfAbsent(followee, x -> new NaiveList());
    NaiveList followingOfFollower = following.computeIfAbsent(follower, x -> new NaiveList());
    if (event instanceof Follow) {
      long millis =
          event
              .occurredAt()
              .map(time -> Math.min(time.toEpochMilli(), appendedAtMillis))
              .orElse(appendedAtMillis);
      followersOfFollowee.follow(follower, millis);
      followingOfFollower.follow(followee, millis);
    } else {
      followersOfFollowee.unfollow(follower);
      followingOfFollower.unfollow(followee);
    }
  }
}
