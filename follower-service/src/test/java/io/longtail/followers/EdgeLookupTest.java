package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowEvent;
import io.longtail.followers.edgelist.ListSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EdgeLookupTest {

  @Test
  void everyQuestionIsAnsweredAsTheModelSaysHoweverLongTheLists() {
    for (int seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      int threshold = 1 + random.nextInt(4);
      TestGraph graph =
          new TestGraph(
              new ListSettings(threshold, 64 * 1024, 1 + random.nextInt(3), 0, threshold / 2));
      NaiveGraph model = new NaiveGraph();
      List<String> users = IntStream.range(0, 12).mapToObj(i -> "u" + i).toList();
      List<FollowEvent> events = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String follower = users.get(random.nextInt(12));
        String followee = users.get(random.nextInt(12));
        if (!follower.equals(followee)) {
          events.add(
              random.nextInt(3) > 0 ? follow(follower, followee) : unfollow(follower, followee));
        }
      }
      events.forEach(event -> model.accept(event, TestGraph.NOW));
      graph.apply(events);

      EdgeLookup lookup = new EdgeLookup(graph.graph);
      for (String user : users) {
        assertThat(lookup.find(Side.FOLLOWERS, user, users).keySet())
            .as("seed %d, followers of %s", seed, user)
            .isEqualTo(members(model.followers, user));
        assertThat(lookup.find(Side.FOLLOWING, user, users).keySet())
            .as("seed %d, following of %s", seed, user)
            .isEqualTo(members(model.following, user));
      }
    }
  }

  private static Set<String> members(Map<String, NaiveGraph.NaiveList> lists, String user) {
    return lists.getOrDefault(user, new NaiveGraph.NaiveList()).members.keySet();
  }
}
