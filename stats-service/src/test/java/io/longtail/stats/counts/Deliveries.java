package io.longtail.stats.counts;

import io.longtail.stats.counts.CountRecord.FollowerCountAt;
import io.longtail.stats.counts.CountRecord.FollowingCountAt;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What may arrive of one user's records: the changes 1 to n, of which a publisher lost some, let
 * later ones through and sent all again from the first lost one, any number of times; and the log
 * read again from an earlier place, any number of times.
 */
public final class Deliveries {
  private Deliveries() {}

  /** Counts that go up or down by one, never below 0. */
  public static List<CountRecord> changes(RandomGenerator random, int length) {
    List<CountRecord> changes = new ArrayList<>();
    long count = 0;
    for (int sequence = 1; sequence <= length; sequence++) {
      count = count == 0 || random.nextInt(3) > 0 ? count + 1 : count - 1;
      changes.add(new FollowerCountAt(sequence, count));
    }
    return changes;
  }

  /** States of which any may be missing, since the topic is compacted. */
  public static List<CountRecord> states(RandomGenerator random, int length) {
    List<CountRecord> states = new ArrayList<>();
    for (int sequence = 1; sequence <= length; sequence++) {
      if (sequence == length || random.nextBoolean()) {
        states.add(new FollowingCountAt(sequence, random.nextInt(1000)));
      }
    }
    return states;
  }

  /** The log that a publisher with failures leaves. Its last attempt is complete. */
  public static List<CountRecord> log(RandomGenerator random, List<CountRecord> sent) {
    List<CountRecord> log = new ArrayList<>();
    int from = 0;
    while (from < sent.size()) {
      int to = from + 1 + random.nextInt(sent.size() - from);
      int failures = random.nextInt(3);
      for (int attempt = 0; attempt < failures; attempt++) {
        for (CountRecord record : sent.subList(from, to)) {
          if (random.nextInt(4) > 0) {
            log.add(record);
          }
        }
      }
      log.addAll(sent.subList(from, to));
      from = to;
    }
    return log;
  }

  /** Cuts a log into batches; after any of them reading may begin again at an earlier one. */
  public static List<List<CountRecord>> batches(RandomGenerator random, List<CountRecord> log) {
    List<List<CountRecord>> batches = new ArrayList<>();
    int at = 0;
    int repeatsLeft = 5;
    while (at < log.size()) {
      int to = Math.min(log.size(), at + 1 + random.nextInt(8));
      batches.add(log.subList(at, to));
      at = to;
      if (repeatsLeft > 0 && random.nextInt(5) == 0) {
        at = random.nextInt(at);
        repeatsLeft--;
      }
    }
    return batches;
  }

  /** Both logs as one reader may see them: each in its order. */
  public static List<CountRecord> interleaved(
      RandomGenerator random, List<CountRecord> one, List<CountRecord> other) {
    List<CountRecord> both = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < one.size() || j < other.size()) {
      boolean first = j == other.size() || (i < one.size() && random.nextBoolean());
      both.add(first ? one.get(i++) : other.get(j++));
    }
    return both;
  }
}
