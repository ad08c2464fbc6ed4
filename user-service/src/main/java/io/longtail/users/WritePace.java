package io.longtail.users;

import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * How often counts are written. Two rules:
 *
 * <ul>
 *   <li>one user at most once per {@code perUser}. A celebrity gets new counts with every batch of
 *       followers; who looks at it does not need each.
 *   <li>after a write that took <i>w</i>, a rest of three times <i>w</i>, at most {@code restMax}:
 *       counts take a quarter of a thread and of the database at most. When millions of edges are
 *       imported, what comes in during the rest is merged, so it costs less and not only later. A
 *       single write in a quiet system takes milliseconds, and so does its rest.
 * </ul>
 *
 * It remembers the users written within the last {@code perUser}, at most {@code usersMax} of them;
 * beyond that the first rule gives way for the oldest.
 */
public final class WritePace {
  private static final int REST_FACTOR = 3;

  /** Time, so that tests need none. */
  interface Time {
    long nanos();

    void pass(long nanos);
  }

  private final long perUserNanos;
  private final long restMaxNanos;
  private final int usersMax;
  private final Time time;

  /** When each was written last, the oldest first. */
  private final LinkedHashMap<UserId, Long> writtenAt = new LinkedHashMap<>();

  private long restUntil;

  public WritePace(Duration perUser, Duration restMax, int usersMax) {
    this(perUser, restMax, usersMax, new SystemTime());
  }

  WritePace(Duration perUser, Duration restMax, int usersMax, Time time) {
    this.perUserNanos = perUser.toNanos();
    this.restMaxNanos = restMax.toNanos();
    this.usersMax = usersMax;
    this.time = time;
    this.restUntil = time.nanos();
  }

  /** Those whose time has not come again. */
  Set<UserId> early(Set<UserId> ids) {
    forgetThoseDue();
    return ids.stream().filter(writtenAt::containsKey).collect(Collectors.toSet());
  }

  /** Waits until the time of each has come. */
  void awaitDue(Collection<UserId> ids) {
    ids.stream()
        .map(writtenAt::get)
        .filter(written -> written != null)
        .max((a, b) -> Long.signum(a - b)) // nanos may wrap
        .ifPresent(written -> passUntil(written + perUserNanos));
  }

  void awaitRest() {
    passUntil(restUntil);
  }

  /** The start of a write, for {@link #written}. */
  long start() {
    return time.nanos();
  }

  void written(Collection<UserId> ids, long start) {
    long now = time.nanos();
    restUntil = now + Math.min(restMaxNanos, REST_FACTOR * (now - start));
    for (UserId id : ids) {
      writtenAt.remove(id); // so that it moves to the end
      writtenAt.put(id, now);
    }
    Iterator<UserId> oldest = writtenAt.keySet().iterator();
    for (int excess = writtenAt.size() - usersMax; excess > 0; excess--) {
      oldest.next();
      oldest.remove();
    }
  }

  private void forgetThoseDue() {
    long now = time.nanos();
    Iterator<Map.Entry<UserId, Long>> oldest = writtenAt.entrySet().iterator();
    while (oldest.hasNext() && now - oldest.next().getValue() >= perUserNanos) {
      oldest.remove();
    }
  }

  private void passUntil(long then) {
    long left = then - time.nanos();
    if (left > 0) {
      time.pass(left);
    }
  }

  private static final class SystemTime implements Time {
    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public void pass(long nanos) {
      try {
        TimeUnit.NANOSECONDS.sleep(nanos);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted between two writes", e);
      }
    }
  }
}
