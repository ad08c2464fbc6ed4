package io.longtail.followers.simulation;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.followers.Order;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.SimulatedLog.Logged;
import io.longtail.followers.simulation.Simulation.Setup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Makes up, from a seed, a world and what happens in it. */
final class Chance {
  private static final int EVENTS = 500;
  private static final int PARTITIONS = 3;
  private static final int OWNERS_MAX = 26;
  private static final int BATCH_MAX = 40;
  private static final int USERS_OF_LONG_IDS = 80;
  private static final int BACKLOG_MAX = 60;
  private static final Verdict[] FAULTS = {
    Verdict.FAIL_BEFORE,
    Verdict.FAIL_AFTER,
    Verdict.REFUSE,
    Verdict.LATE,
    Verdict.LATE,
    Verdict.KILL_BEFORE,
    Verdict.KILL_AFTER
  };

  private final Random random;
  private final Setup setup;
  private final int users;
  private final double followShare;

  /** So long that a head has too many bytes before it has too many members. */
  private final boolean longIds;

  private final int faultsIn1000;
  private final int adoptAfter;

  private int appended;
  private int burst;
  private long millis = 1_000;
  private boolean adopted;
  private int nobody = 1; // the next free number of somebody
  private final List<Integer> owners = new ArrayList<>();
  private final List<Integer> readers = new ArrayList<>();
  private final int[] ownerOf = new int[PARTITIONS];
  private int duelPartition;
  private int duelLeft;

  Chance(long seed) {
    random = new Random(seed);
    longIds = random.nextInt(12) == 0;
    List<ListSettings> settings = new ArrayList<>();
    for (int i = random.nextInt(2) * 2; i >= 0; i--) {
      settings.add(longIds ? settingsByBytes() : anySettings());
    }
    setup = new Setup(PARTITIONS, settings);
    users = longIds ? USERS_OF_LONG_IDS : 4 + random.nextInt(16);
    followShare = longIds ? 0.9 : 0.4 + 0.5 * random.nextDouble();
    faultsIn1000 = random.nextInt(4) == 0 ? 0 : 20 + random.nextInt(200);
    adoptAfter = random.nextInt(4) == 0 ? random.nextInt(EVENTS) : Integer.MAX_VALUE;
  }

  Setup setup() {
    return setup;
  }

  private ListSettings anySettings() {
    int threshold = 1 + random.nextInt(8);
    return new ListSettings(
        threshold,
        16 * 1024,
        1 + random.nextInt(6),
        random.nextInt(threshold),
        random.nextInt(threshold));
  }

  private ListSettings settingsByBytes() {
    return new ListSettings(
        60 + random.nextInt(40), 4_096 + random.nextInt(200), 1 + random.nextInt(12), 0, 0);
  }

  private String user(int number) {
    return "u" + number + (longIds ? "x".repeat(60) : "");
  }

  boolean isOver(Simulation world) {
    return appended == EVENTS && world.backlog() == 0;
  }

  Action next(Simulation world) {
    if (burst > 0 && appended < EVENTS) {
      burst--;
      return append();
    }
    if (!adopted && appended >= adoptAfter) {
      adopted = true;
      return new Action.Adopt();
    }
    for (int p = 0; p < PARTITIONS; p++) {
      if (!world.isOwned(p) && random.nextInt(3) == 0) {
        return begin(p);
      }
    }
    if (duelLeft > 0 && random.nextInt(5) != 0) {
      duelLeft--;
      return duel(world);
    }
    int dice = random.nextInt(100);
    if (dice < 12 && world.backlog() < BACKLOG_MAX) {
      burst = random.nextInt(20);
      return appended < EVENTS ? append() : runOwner();
    }
    if (dice < 18 && !owners.isEmpty()) {
      int who = owners.get(random.nextInt(owners.size()));
      return new Action.Land(who, random.nextInt(4));
    }
    if (dice < 20) {
      return begin(random.nextInt(PARTITIONS));
    }
    if (dice < 21) {
      duelPartition = random.nextInt(PARTITIONS);
      duelLeft = random.nextInt(60);
      return begin(duelPartition);
    }
    if (dice < 24) {
      return beginRead();
    }
    if (dice < 36 && !readers.isEmpty()) {
      int which = random.nextInt(readers.size());
      int reader = readers.get(which);
      if (world.anybody(reader).hasEnded()) {
        readers.remove(which);
        return runOwner();
      }
      return new Action.Run(reader, 1 + random.nextInt(4), Verdict.STOP);
    }
    return runOwner();
  }

  private Action append() {
    appended++;
    millis += random.nextInt(3);
    if (random.nextInt(60) == 0) {
      return new Action.Append(random.nextInt(PARTITIONS), new Logged(Optional.empty(), millis));
    }
    LogEntry entry = random.nextInt(40) == 0 ? new Repair(anyUser()) : anyEvent();
    return new Action.Append(
        Math.floorMod(entry.key().hashCode(), PARTITIONS), new Logged(Optional.of(entry), millis));
  }

  private String anyUser() {
    return user(random.nextInt(3) == 0 ? random.nextInt(2) : random.nextInt(users));
  }

  private FollowEvent anyEvent() {
    // Skewed: u0 is followed by many, and u1 follows many.
    int followee = random.nextInt(3) == 0 ? 0 : random.nextInt(users);
    int follower = random.nextInt(4) == 0 ? 1 : random.nextInt(users);
    if (follower == followee) {
      follower = (followee + 1) % users;
    }
    Edge edge = new Edge(new FollowerId(user(follower)), new FolloweeId(user(followee)));
    Optional<Instant> occurredAt =
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(Instant.ofEpochMilli(millis + random.nextInt(40) - 30));
    Cause cause =
        Cause.values()[random.nextInt(4) == 0 ? random.nextInt(Cause.values().length) : 0];
    return random.nextDouble() < followShare
        ? new Follow(edge, occurredAt, cause)
        : new Unfollow(edge, occurredAt, cause);
  }

  private Action begin(int partition) {
    int owner = nobody++;
    boolean ofFirstLog = adopted && random.nextInt(6) == 0;
    owners.add(owner);
    if (!ofFirstLog) {
      ownerOf[partition] = owner;
    }
    return new Action.Begin(
        owner,
        partition,
        random.nextInt(8),
        random.nextInt(3) == 0 ? random.nextInt(60) : 0,
        new Action.Sizes(1, 1 + random.nextInt(BATCH_MAX)),
        random.nextLong(),
        random.nextInt(5) == 0,
        ofFirstLog);
  }

  /** Owners of one partition, late ones and the one it belongs to, go by few operations each. */
  private Action duel(Simulation world) {
    List<Integer> alive = new ArrayList<>();
    for (int owner : owners) {
      if (world.isAtWork(owner, duelPartition)) {
        alive.add(owner);
      }
    }
    return alive.isEmpty()
        ? runOwner()
        : new Action.Run(alive.get(random.nextInt(alive.size())), random.nextInt(8), anyOutcome());
  }

  private Action runOwner() {
    int who =
        owners.isEmpty() || random.nextInt(7) != 0
            ? ownerOf[random.nextInt(PARTITIONS)]
            : owners.get(random.nextInt(owners.size()));
    int operations = random.nextInt(3) == 0 ? random.nextInt(4) : random.nextInt(60);
    Verdict then =
        random.nextInt(1_000) < faultsIn1000 ? FAULTS[random.nextInt(FAULTS.length)] : Verdict.STOP;
    return new Action.Run(who, operations, then);
  }

  private Verdict anyOutcome() {
    return random.nextInt(1_000) < faultsIn1000
        ? FAULTS[random.nextInt(FAULTS.length)]
        : Verdict.STOP;
  }

  private Action beginRead() {
    int reader = nobody++;
    readers.add(reader);
    Side side = random.nextBoolean() ? Side.FOLLOWERS : Side.FOLLOWING;
    String user = user(random.nextBoolean() ? side.ordinal() : random.nextInt(users));
    if (random.nextInt(3) == 0) {
      List<String> others = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        String other = user(random.nextInt(users));
        if (!others.contains(other) && !other.equals(user)) {
          others.add(other);
        }
      }
      return new Action.Look(reader, side, user, others);
    }
    Order order = random.nextBoolean() ? Order.NEWEST : Order.OLDEST;
    return new Action.Walk(reader, side, user, order, 1 + random.nextInt(6));
  }
}
