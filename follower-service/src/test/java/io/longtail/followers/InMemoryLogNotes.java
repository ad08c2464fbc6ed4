package io.longtail.followers;

import io.longtail.followers.edgelist.LogPosition;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which log, and how far: in memory. */
public final class InMemoryLogNotes implements LogEpochs, Progress {
  private final Map<Integer, LogPosition> positions = new HashMap<>();
  private KnownLog log;

  @Override
  public synchronized Optional<KnownLog> known() {
    return Optional.ofNullable(log);
  }

  @Override
  public synchronized boolean note(Optional<KnownLog> known, KnownLog next) {
    if (!known.equals(known())) {
      return false;
    }
    log = next;
    return true;
  }

  @Override
  public synchronized Map<Integer, Long> applied(long epoch) {
    Map<Integer, Long> applied = new HashMap<>();
    positions.forEach(
        (partition, position) -> {
          if (position.epoch() == epoch) {
            applied.put(partition, position.offset());
          }
        });
    return applied;
  }

  @Override
  public synchronized void advance(LogPosition to) {
    LogPosition at = positions.get(to.partition());
    if (at == null
        || at.epoch() < to.epoch()
        || at.epoch() == to.epoch() && at.offset() < to.offset()) {
      positions.put(to.partition(), to);
    }
  }
}
