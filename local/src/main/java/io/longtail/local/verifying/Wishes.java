package io.longtail.local.verifying;

import io.longtail.events.Cause;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.local.stored.StoredEdge;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** What the log says last of a few edges: whether each is to be. One pass for all of them. */
final class Wishes {
  private final FollowLog log;
  private final Set<StoredEdge> edges;
  private final List<TopicPartition> partitions;
  private final Map<StoredEdge, Boolean> wishes = new HashMap<>();
  private Map<TopicPartition, Long> readTo;

  Wishes(FollowLog log, Collection<StoredEdge> edges) {
    this.log = log;
    this.edges = new HashSet<>(edges);
    this.partitions =
        edges.stream().map(edge -> log.partitionOf(edge.followee())).distinct().toList();
    edges.forEach(edge -> wishes.put(edge, false));
    this.readTo = log.beginnings(partitions);
  }

  /** Reads all that there is. */
  Map<StoredEdge, Boolean> read() {
    readOn(true);
    return Map.copyOf(wishes);
  }

  /**
   * Reads what came since, without what a repair asked for.
   *
   * @return the edges of which something else is asked now
   */
  Map<StoredEdge, Boolean> readWhatCameSince() {
    Map<StoredEdge, Boolean> before = Map.copyOf(wishes);
    readOn(false);
    return wishes.entrySet().stream()
        .filter(wish -> !wish.getValue().equals(before.get(wish.getKey())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private void readOn(boolean repairsCount) {
    Map<TopicPartition, Long> ends = log.ends(partitions);
    for (TopicPartition partition : partitions) {
      log.read(
          partition,
          readTo.get(partition),
          ends.get(partition),
          (entry, appendedAt) -> {
            if (entry instanceof FollowEvent event
                && (repairsCount || event.cause() != Cause.REPAIR)) {
              StoredEdge edge =
                  new StoredEdge(event.edge().follower().value(), event.edge().followee().value());
              if (edges.contains(edge)) {
                wishes.put(edge, event instanceof Follow);
              }
            }
          });
    }
    readTo = ends;
  }
}
