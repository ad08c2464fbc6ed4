package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.longtail.events.FollowEvent;
import io.longtail.local.graph.LongTailedGraph;
import io.longtail.service.testing.LocalStackResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * A whole graph with a long tail through the log: every list walked by cursor has the members that
 * it should, in order, and the outliers are exactly the lists past the threshold. The graph is
 * generated; {@code -Dlongtail.graph=FILE} names a real one, from the root of the project: a
 * gzipped file of rows {@code follower<TAB>followee}.
 */
@QuarkusTest
@QuarkusTestResource(LocalStackResource.class)
class WholeGraphIT {
  private static final int USERS = 3_000;

  /** Followers of the most followed one; two have more than a head holds. */
  private static final int MOST = 2_800;

  private static final int PUBLISHED_AT_ONCE = 20_000;
  private static final int THRESHOLD = 1_000;

  // Ids of this test alone: other tests of the same run have users of their own.
  private static final String PREFIX = "whole.";

  @Inject FollowLog log;
  @Inject ProgressWatch watch;
  @Inject ListReader reader;
  @Inject Outliers outliers;

  private final Map<String, Set<String>> followers = new LinkedHashMap<>();
  private final Map<String, Set<String>> following = new LinkedHashMap<>();
  private final Map<String, Integer> mostFollowers = new HashMap<>();
  private final Map<String, Integer> mostFollowing = new HashMap<>();

  @Test
  void everyListHasTheMembersOfTheGraph() throws Exception {
    Map<Integer, Long> positions = publish();
    await()
        .atMost(Duration.ofMinutes(15))
        .until(() -> watch.reached(positions, Duration.ofSeconds(5)).get());

    followers.forEach(
        (user, members) -> {
          List<String> newestFirst = new ArrayList<>(members);
          Collections.reverse(newestFirst);
          assertThat(walk(Side.FOLLOWERS, user)).as("followers of %s", user).isEqualTo(newestFirst);
        });
    // Followees are in many partitions: their order here is that of their application.
    following.forEach(
        (user, members) ->
            assertThat(walk(Side.FOLLOWING, user))
                .as("following of %s", user)
                .doesNotHaveDuplicates()
                .hasSize(members.size())
                .allMatch(members::contains));
    assertOutliers(Side.FOLLOWERS, followers, mostFollowers);
    assertOutliers(Side.FOLLOWING, following, mostFollowing);
  }

  /** One that was past the threshold may stay an outlier until it has shrunk well below. */
  private void assertOutliers(
      Side side, Map<String, Set<String>> lists, Map<String, Integer> most) {
    assertThat(listedOutliers(side))
        .containsAll(pastThreshold(lists))
        .allMatch(user -> most.get(user) > THRESHOLD);
  }

  private Map<Integer, Long> publish() throws IOException {
    Map<Integer, Long> positions = new LinkedHashMap<>();
    List<FollowEvent> events = new ArrayList<>();
    String file = System.getProperty("longtail.graph", "");
    for (FollowEvent event : file.isEmpty() ? generated() : read(Path.of(file))) {
      events.add(event);
      model(event);
      if (events.size() == PUBLISHED_AT_ONCE) {
        append(events, positions);
      }
    }
    append(events, positions);
    return positions;
  }

  private static List<FollowEvent> generated() {
    return new LongTailedGraph(1, USERS, MOST).events().stream().map(WholeGraphIT::ours).toList();
  }

  private static List<FollowEvent> read(Path file) throws IOException {
    List<FollowEvent> events = new ArrayList<>();
    Path fromRoot = Path.of(System.getProperty("longtail.home", "")).resolve(file);
    try (BufferedReader rows =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(fromRoot)), UTF_8))) {
      for (String row = rows.readLine(); row != null; row = rows.readLine()) {
        String[] ids = row.strip().split("[\\s,]+");
        if (!row.startsWith("#") && ids.length >= 2 && !ids[0].equals(ids[1])) {
          events.add(ours(follow(ids[0], ids[1])));
        }
      }
    }
    return events;
  }

  private static FollowEvent ours(FollowEvent event) {
    String follower = PREFIX + event.edge().follower().value();
    String followee = PREFIX + event.edge().followee().value();
    return event instanceof FollowEvent.Follow
        ? follow(follower, followee)
        : unfollow(follower, followee);
  }

  private void model(FollowEvent event) {
    String follower = event.edge().follower().value();
    String followee = event.edge().followee().value();
    Set<String> theirFollowers = followers.computeIfAbsent(followee, x -> new LinkedHashSet<>());
    Set<String> theirFollowing = following.computeIfAbsent(follower, x -> new LinkedHashSet<>());
    if (event instanceof FollowEvent.Follow) {
      theirFollowers.add(follower);
      theirFollowing.add(followee);
    } else {
      theirFollowers.remove(follower);
      theirFollowing.remove(followee);
    }
    mostFollowers.merge(followee, theirFollowers.size(), Math::max);
    mostFollowing.merge(follower, theirFollowing.size(), Math::max);
  }

  private void append(List<FollowEvent> events, Map<Integer, Long> positions) {
    for (String position : log.append(events).split(",")) {
      String[] parts = position.split(":");
      positions.put(Integer.valueOf(parts[0]), Long.valueOf(parts[1]));
    }
    events.clear();
  }

  private List<String> walk(Side side, String user) {
    List<String> ids = new ArrayList<>();
    Optional<ListPart.Place> place = Optional.empty();
    do {
      ListPart part = reader.read(side, user, Order.NEWEST, 1_000, place);
      part.items().forEach(item -> ids.add(item.id()));
      place = part.next();
    } while (place.isPresent());
    return ids;
  }

  private Set<String> listedOutliers(Side side) {
    Set<String> ids = new TreeSet<>();
    Optional<String> last = Optional.empty();
    while (true) {
      List<Outliers.Outlier> part = outliers.list(side, last, 100);
      part.forEach(outlier -> ids.add(outlier.id()));
      if (part.isEmpty()) {
        ids.removeIf(id -> !id.startsWith(PREFIX));
        return ids;
      }
      last = Optional.of(part.get(part.size() - 1).id());
    }
  }

  private static Set<String> pastThreshold(Map<String, Set<String>> lists) {
    Set<String> ids = new TreeSet<>();
    lists.forEach(
        (user, members) -> {
          if (members.size() > THRESHOLD) {
            ids.add(user);
          }
        });
    return ids;
  }
}
