package io.longtail.followers;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventBatchTest {
  @Test
  void eventsUpToARepairAreAppliedAtOnceHoweverOftenAnEdgeIsAmongThem() {
    assertThat(parts(follow("a", "c"), unfollow("a", "c"), new Repair("c"), follow("a", "c")))
        .containsExactly("2 events", "repair", "1 events");
  }

  @Test
  void eventsThatAreRepairsAreAppliedAtOnceButNoEdgeTwiceAndApartFromOthers() {
    assertThat(
            parts(
                follow("z", "c"),
                repairing("a", "c"),
                repairing("b", "c"),
                repairing("a", "d"),
                repairing("a", "c"),
                follow("b", "c")))
        .containsExactly("1 events", "3 events", "1 events", "1 events");
  }

  private static FollowEvent repairing(String follower, String followee) {
    return new FollowEvent.Follow(
        follow(follower, followee).edge(), Optional.empty(), Cause.REPAIR);
  }

  private static List<String> parts(LogEntry... entries) {
    EventBatch batch = new EventBatch(1, 0);
    for (int offset = 0; offset < entries.length; offset++) {
      batch.add(offset, entries[offset], 0);
    }
    return batch.parts().stream()
        .map(
            part ->
                part instanceof EdgeEvents events
                    ? events.asks(Side.FOLLOWERS).values().stream().mapToInt(List::size).sum()
                        + " events"
                    : "repair")
        .toList();
  }
}
