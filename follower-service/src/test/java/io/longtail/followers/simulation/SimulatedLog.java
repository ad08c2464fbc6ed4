package io.longtail.followers.simulation;

import io.longtail.events.LogEntry;
import io.longtail.followers.edgelist.AppliedOffsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The log of follow events: partitions under a first epoch, and, once it was created anew, under a
 * second. Entries are also numbered through both epochs, by index.
 */
final class SimulatedLog {
  static final long FIRST_EPOCH = 1;
  static final long SECOND_EPOCH = 2;

  /** A record; one without an entry is no event, and is to become a dead letter. */
  record Logged(Optional<LogEntry> entry, long appendedAtMillis) {}

  private final List<List<Logged>> partitions = new ArrayList<>();
  private int[] secondBegins;

  SimulatedLog(int partitions) {
    for (int p = 0; p < partitions; p++) {
      this.partitions.add(new ArrayList<>());
    }
  }

  int partitions() {
    return partitions.size();
  }

  int partitionOf(String key) {
    return Math.floorMod(key.hashCode(), partitions.size());
  }

  /** Returns the index of the record. */
  int append(int partition, Logged record) {
    partitions.get(partition).add(record);
    return partitions.get(partition).size() - 1;
  }

  void beginSecondEpoch() {
    secondBegins = partitions.stream().mapToInt(List::size).toArray();
  }

  long epoch() {
    return secondBegins == null ? FIRST_EPOCH : SECOND_EPOCH;
  }

  Logged at(int partition, int index) {
    return partitions.get(partition).get(index);
  }

  /** The index after the last record. */
  int end(int partition) {
    return partitions.get(partition).size();
  }

  /** How many records a partition has, or had, under an epoch. */
  int size(int partition, long epoch) {
    if (epoch == SECOND_EPOCH) {
      return end(partition) - secondBegins[partition];
    }
    return secondBegins == null ? end(partition) : secondBegins[partition];
  }

  int index(int partition, long epoch, long offset) {
    return (int) offset + (epoch == SECOND_EPOCH ? secondBegins[partition] : 0);
  }

  /** The index up to which a head has the partition; -1 if it has nothing. */
  int applied(AppliedOffsets applied, int partition) {
    if (applied.epoch() == 0) {
      return -1;
    }
    // Before a log is created anew, all of it was applied.
    return index(partition, applied.epoch(), applied.byPartition().getOrDefault(partition, -1L));
  }
}
