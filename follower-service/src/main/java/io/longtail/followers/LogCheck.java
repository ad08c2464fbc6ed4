package io.longtail.followers;

import io.longtail.followers.SeenLog.Extent;
import io.longtail.followers.edgelist.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Whether the log on the broker is the one that the lists were built from, and whole as far as it
 * is needed. Applying any other would lose events or apply them out of order, so nothing is applied
 * before this is known, and whoever gets a {@link LogRefusedException} stops.
 */
public final class LogCheck {
  private static final int TOLD_PARTITIONS_MAX = 3;
  private static final String WHAT_TO_DO = " What to do: docs/operating.md, ";

  private final LogEpochs epochs;
  private final Progress progress;
  private final Optional<AdoptedLog> adopted;

  public LogCheck(LogEpochs epochs, Progress progress, Optional<AdoptedLog> adopted) {
    this.epochs = epochs;
    this.progress = progress;
    this.adopted = adopted;
  }

  /** A log that may be applied, as it was seen. */
  public record Admitted(long epoch, SeenLog seen) {}

  /**
   * Once at the start, with the extents of all partitions: notes the first log ever, or the one
   * that an operator has adopted.
   *
   * @param broker is asked after it is known what is applied, since others may be applying: what
   *     they do in between cannot be missing from the log, whatever its end was before
   */
  public Admitted admit(Supplier<SeenLog> broker) {
    Optional<KnownLog> known = epochs.known();
    Map<Integer, Long> applied = applied(known);
    SeenLog seen = broker.get();
    return new Admitted(epochOf(known, applied, seen), seen);
  }

  private long epochOf(Optional<KnownLog> known, Map<Integer, Long> applied, SeenLog seen) {
    if (known.isEmpty()) {
      return begin(seen, known, 1);
    }
    KnownLog log = known.get();
    if (adopted.filter(by -> by.adopts(seen, log)).isPresent()) {
      if (seen.topicId().equals(log.topicId())) {
        requireSamePartitions(seen.topic(), seen.partitions(), log);
      }
      return begin(seen, known, log.epoch() + 1);
    }
    long epoch = requireKnown(seen.topic(), seen.topicId(), seen.partitions(), log);
    if (log.partitions() == 0) {
      epochs.note(known, new KnownLog(epoch, log.topicId(), seen.partitions()));
    }
    requireWhole(epoch, applied, seen);
    return epoch;
  }

  private Map<Integer, Long> applied(Optional<KnownLog> known) {
    return known.map(log -> progress.applied(log.epoch())).orElse(Map.of());
  }

  /**
   * What a log has lost before its epoch began is nothing that could be waited for: it is done
   * with. Noted before the epoch, so that nobody finds an epoch without it.
   */
  private long begin(SeenLog seen, Optional<KnownLog> known, long epoch) {
    seen.extents()
        .forEach(
            (partition, extent) -> {
              if (extent.beginning() > 0) {
                progress.advance(new LogPosition(epoch, partition, extent.beginning() - 1));
              }
            });
    if (!epochs.note(known, new KnownLog(epoch, seen.topicId(), seen.partitions()))) {
      throw new IllegalStateException("another replica has just noted a log");
    }
    return epoch;
  }

  /** While running: the epoch, if the topic is still what was admitted. */
  public long epochOf(String topic, String topicId, int partitions) {
    return requireKnown(topic, topicId, partitions, stillThere(epochs.known()));
  }

  /**
   * While running, before partitions are begun: that no event is missing between what is applied
   * and what the log still has.
   *
   * @param broker is asked after it is known what is applied, as in {@link #admit}
   */
  public Admitted requireWhole(Supplier<SeenLog> broker) {
    Optional<KnownLog> known = epochs.known();
    Map<Integer, Long> applied = applied(known);
    SeenLog seen = broker.get();
    long epoch = requireKnown(seen.topic(), seen.topicId(), seen.partitions(), stillThere(known));
    requireWhole(epoch, applied, seen);
    return new Admitted(epoch, seen);
  }

  private static KnownLog stillThere(Optional<KnownLog> known) {
    return known.orElseThrow(
        () ->
            new LogRefusedException(
                "the database of the lists was emptied under the running service. Restart it"));
  }

  private static long requireKnown(String topic, String topicId, int partitions, KnownLog log) {
    if (!topicId.equals(log.topicId())) {
      throw new LogRefusedException(
          ("the topic %s was created anew: its id is %s, the lists were built from %s under epoch"
                  + " %d. To go on from the new topic, with every follower-service stopped, set"
                  + " %s=%s.%s\"Adopting a new log\"")
              .formatted(
                  topic,
                  topicId,
                  log.topicId(),
                  log.epoch(),
                  AdoptedLog.SETTING,
                  topicId,
                  WHAT_TO_DO));
    }
    requireSamePartitions(topic, partitions, log);
    return log.epoch();
  }

  private static void requireSamePartitions(String topic, int partitions, KnownLog log) {
    if (log.partitions() != 0 && log.partitions() != partitions) {
      throw new LogRefusedException(
          ("the topic %s has %d partitions, but had %d when its epoch %d began: new events of an"
                  + " edge are in another partition than its old ones, in no order. The number of"
                  + " partitions is never changed in place.%s\"More partitions\"")
              .formatted(topic, partitions, log.partitions(), log.epoch(), WHAT_TO_DO));
    }
  }

  private static void requireWhole(long epoch, Map<Integer, Long> applied, SeenLog seen) {
    List<String> losses = new ArrayList<>();
    new TreeMap<>(seen.extents())
        .forEach(
            (partition, extent) ->
                loss(partition, extent, applied.getOrDefault(partition, -1L))
                    .ifPresent(losses::add));
    if (!losses.isEmpty()) {
      throw new LogRefusedException(
          ("the topic %s has lost events (epoch %d, topic id %s): %s%s. Bring back the log or the"
                  + " database; or, to go on from what the log still has, with every"
                  + " follower-service stopped, set %s=%s:%d.%s\"A log that has lost events\"")
              .formatted(
                  seen.topic(),
                  epoch,
                  seen.topicId(),
                  String.join(
                      "; ", losses.subList(0, Math.min(losses.size(), TOLD_PARTITIONS_MAX))),
                  losses.size() > TOLD_PARTITIONS_MAX
                      ? "; and " + (losses.size() - TOLD_PARTITIONS_MAX) + " partitions more"
                      : "",
                  AdoptedLog.SETTING,
                  seen.topicId(),
                  epoch + 1,
                  WHAT_TO_DO));
    }
  }

  private static Optional<String> loss(int partition, Extent extent, long applied) {
    if (extent.end() <= applied) {
      return Optional.of(
          "partition %d ends at %d, but is applied up to %d"
              .formatted(partition, extent.end(), applied));
    }
    if (extent.beginning() > applied + 1) {
      return Optional.of(
          "partition %d begins at %d, but %s"
              .formatted(
                  partition,
                  extent.beginning(),
                  applied < 0 ? "nothing of it is applied" : "is applied up to " + applied));
    }
    return Optional.empty();
  }
}
