package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.events.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Follows {@code follower-changes} as a consumer does: it takes exactly the last sequence + 1,
 * drops what is lower as a repeat, and waits for a resend where one is higher. A sequence that
 * comes with two contents fails at once.
 */
final class ChangeAudit {
  private final Map<String, List<FollowerChange>> taken = new TreeMap<>();
  private final Map<String, Map<Long, FollowerChange>> seen = new TreeMap<>();
  private long records;

  static ChangeAudit of(EventLog log) {
    ChangeAudit audit = new ChangeAudit();
    log.read(
        Topic.FOLLOWER_CHANGES,
        record ->
            EventCodec.decodeFollowerChange(record.value()).ifPresent(change -> audit.add(change)));
    return audit;
  }

  void add(FollowerChange change) {
    records++;
    FollowerChange before =
        seen.computeIfAbsent(change.key(), x -> new TreeMap<>())
            .putIfAbsent(change.sequence(), change);
    if (before != null) {
      assertThat(change)
          .as("sequence %d of %s, sent again", change.sequence(), change.key())
          .isEqualTo(before);
    }
    List<FollowerChange> list = taken.computeIfAbsent(change.key(), x -> new ArrayList<>());
    if (change.sequence() == list.size() + 1L) {
      list.add(change);
    }
  }

  /** Everybody's changes are those of the model, from 1 on without a gap. */
  void assertEquals(GraphModel model) {
    for (String user : model.users()) {
      List<GraphModel.Change> expected = model.changes(user);
      List<GraphModel.Change> actual =
          taken.getOrDefault(user, List.of()).stream().map(ChangeAudit::plain).toList();
      assertThat(actual).as("changes of %s, taken in order", user).isEqualTo(expected);
      assertThat(seen.getOrDefault(user, Map.of()))
          .as("sequences of %s that were ever sent", user)
          .hasSize(expected.size());
    }
    assertThat(model.users()).as("everybody with a change").containsAll(seen.keySet());
  }

  private static GraphModel.Change plain(FollowerChange change) {
    int count = (int) change.followerCount();
    if (change instanceof FollowerAdded added) {
      return new GraphModel.Change(true, added.followerId().value(), count);
    }
    if (change instanceof FollowerRemoved removed) {
      return new GraphModel.Change(false, removed.followerId().value(), count);
    }
    throw new AssertionError("nobody has asked for " + change);
  }

  long records() {
    return records;
  }

  /** Without repeats. */
  long changes() {
    return taken.values().stream().mapToLong(List::size).sum();
  }
}
