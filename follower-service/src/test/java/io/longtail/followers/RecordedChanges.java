package io.longtail.followers;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowerChange;
import io.longtail.events.FollowingCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps what was published, and checks the law of sequences on it as a consumer would see it. */
public final class RecordedChanges implements ChangePublisher {
  private final List<FollowerChange> all = new ArrayList<>();
  private final Map<String, List<FollowerChange>> bySequence = new HashMap<>();
  private final Map<String, FollowingCount> counts = new HashMap<>();

  @Override
  public void publishChanges(List<FollowerChange> changes) {
    for (FollowerChange change : changes) {
      all.add(change);
      List<FollowerChange> known = bySequence.computeIfAbsent(change.key(), x -> new ArrayList<>());
      if (change.sequence() <= known.size()) {
        assertThat(change)
            .as("a repeat has the content of the first")
            .isEqualTo(known.get((int) change.sequence() - 1));
      } else {
        assertThat(change.sequence()).as("no gap before %s", change).isEqualTo(known.size() + 1L);
        known.add(change);
      }
    }
  }

  @Override
  public void publishCounts(List<FollowingCount> published) {
    for (FollowingCount count : published) {
      counts.merge(count.key(), count, (a, b) -> b.sequence() >= a.sequence() ? b : a);
    }
  }

  /** Changes of this followee once repeats are dropped. */
  public List<FollowerChange> of(String followee) {
    return List.copyOf(bySequence.getOrDefault(followee, List.of()));
  }

  public List<FollowerChange> all() {
    return List.copyOf(all);
  }

  /** The following count that consumers end with; null if none was ever told. */
  public FollowingCount countOf(String follower) {
    return counts.get(follower);
  }
}
