package io.longtail.local.importing;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.longtail.local.console.Console;
import io.longtail.local.stored.StoredLists;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;

/** How far the log has been applied to the lists, per partition. */
public final class StoredProgress {
  private static final Duration ASK_AGAIN_AFTER = Duration.ofMillis(100);

  private final MongoCollection<Document> progress;
  private final StoredLists lists;
  private final Duration standstillMax;

  /**
   * @param followers the database with one document per partition, {@code {_id: "3", epoch: 1,
   *     offset: 991223}} in {@code progress}
   * @param standstillMax how long to wait while nothing moves
   */
  public StoredProgress(MongoDatabase followers, Duration standstillMax) {
    this.progress = followers.getCollection("progress");
    this.lists = new StoredLists(followers);
    this.standstillMax = standstillMax;
  }

  /**
   * Per partition the last offset that is applied; a partition without any is absent. Offsets of an
   * earlier epoch are those of another log.
   */
  public Map<Integer, Long> read() {
    Map<Integer, Long> offsets = new HashMap<>();
    long epoch = lists.epoch();
    for (Document document : progress.find()) {
      if (document.get("_id") instanceof String partition
          && partition.chars().allMatch(Character::isDigit)
          && document.get("epoch") instanceof Number of
          && of.longValue() == epoch
          && document.get("offset") instanceof Number offset) {
        offsets.put(Integer.valueOf(partition), offset.longValue());
      }
    }
    return offsets;
  }

  /** A server that is away for a moment is a standstill and no failure. */
  private Map<Integer, Long> readIfThere() {
    try {
      return read();
    } catch (MongoException e) {
      return Map.of();
    }
  }

  /**
   * Waits until everything in the ranges is applied.
   *
   * @return false if nothing has moved for too long
   */
  public boolean await(Map<Integer, OffsetRange> ranges, Console console) {
    long total = ranges.values().stream().mapToLong(OffsetRange::size).sum();
    long begin = System.nanoTime();
    long lastMove = begin;
    long lastDone = -1;
    while (true) {
      Map<Integer, Long> offsets = readIfThere();
      long done =
          ranges.entrySet().stream()
              .mapToLong(range -> range.getValue().upTo(offsets.getOrDefault(range.getKey(), -1L)))
              .sum();
      if (done == total) {
        return true;
      }
      long now = System.nanoTime();
      if (done > lastDone) {
        lastDone = done;
        lastMove = now;
      } else if (now - lastMove > standstillMax.toNanos()) {
        return false;
      }
      console.progress((double) done / total, "%,d of %,d applied", done, total);
      // Nobody tells when it moves.
      LockSupport.parkNanos(ASK_AGAIN_AFTER.toNanos());
    }
  }
}
