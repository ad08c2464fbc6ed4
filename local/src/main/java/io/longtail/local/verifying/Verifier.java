package io.longtail.local.verifying;

import com.mongodb.client.MongoDatabase;
import io.longtail.local.console.Console;
import io.longtail.local.importing.StoredProgress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredEdge;
import io.longtail.local.stored.StoredHead;
import io.longtail.local.stored.StoredIds;
import io.longtail.local.stored.StoredLists;
import io.longtail.local.topics.TopicReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks the laws once, on all lists or on those of one user. */
public final class Verifier {
  private static final int MEMBERS_PER_READ = 100;

  /** Comparisons of one list that goes on and on. */
  private static final int LOG_ROUNDS = 5;

  private final StackClients clients;
  private final StoredLists lists;
  private final StoredCounts counts;
  private final StoredProgress applied;
  private final Drain drain;
  private final Limits limits;
  private final Duration drainWithin;
  private final Console console;
  private final Violations violations = new Violations();
  private final Suspicions suspicions = new Suspicions(violations);
  private final SideComparison sides;
  private long listsRead;
  private long edgesRead;
  private long unread;
  private long notReplayed;
  private boolean againstLog;

  public Verifier(StackClients clients, Limits limits, Duration drainWithin, Console console) {
    this(clients, clients.database("followers"), limits, drainWithin, console);
  }

  Verifier(
      StackClients clients,
      MongoDatabase followers,
      Limits limits,
      Duration drainWithin,
      Console console) {
    this.clients = clients;
    this.lists = new StoredLists(followers);
    this.counts = new StoredCounts(clients.database("stats"));
    this.applied = new StoredProgress(followers, drainWithin);
    this.drain = new Drain(clients.admin(), applied, clients.address().prefix());
    this.limits = limits;
    this.drainWithin = drainWithin;
    this.console = console;
    this.sides = new SideComparison(lists, suspicions);
  }

  /** Compares with the log, too. */
  public Verifier againstLog() {
    againstLog = true;
    return this;
  }

  /**
   * @param user whose lists, and whether the others' agree with them; empty: everybody's
   * @throws NoReplayException before anything else, if the log that is to be compared with is not
   *     all that was ever applied
   */
  public Verification verify(Optional<String> user) {
    try (TopicReader topics = new TopicReader(clients.address().kafka())) {
      return verify(user, topics);
    }
  }

  private Verification verify(Optional<String> user, TopicReader topics) {
    LogComparison comparison =
        new LogComparison(
            new FollowLog(topics, clients.address().prefix()), lists, limits, violations, console);
    if (againstLog) {
      comparison.requireWholeLog();
    }
    Map<Integer, Long> logEndBefore = drain.logEnd();
    boolean drained = drain.await(drainWithin);
    if (user.isPresent()) {
      compare(user.get(), drained);
    } else {
      compareAll(drained);
    }
    new SequenceCheck(topics, clients.address().prefix(), lists, suspicions, violations, console)
        .run(user, drained);
    drained = drained && judgeSuspicions(logEndBefore);
    if (againstLog && drained) {
      drained = compareWithLog(comparison, user);
    }
    if (!drained) {
      suspicions.confirmCertainOnes();
    }
    long garbagePages = new GarbagePages(lists).count(user);
    return new Verification(
        listsRead,
        edgesRead,
        drained,
        unread,
        suspicions.notJudged(),
        notReplayed,
        garbagePages,
        violations);
  }

  /** False if what is on its way does not arrive. */
  private boolean judgeSuspicions(Map<Integer, Long> logEndBefore) {
    if (suspicions.isEmpty()) {
      return true;
    }
    if (drain.logEnd().equals(logEndBefore)) {
      suspicions.confirmAll();
      return true;
    }
    if (!drain.await(drainWithin)) {
      return false;
    }
    suspicions.confirmThoseThatAreStillSo();
    return true;
  }

  /** False if what is on its way does not arrive. */
  private boolean compareWithLog(LogComparison comparison, Optional<String> user) {
    Optional<Set<String>> whose = user.map(Set::of);
    for (int round = 0; round < LOG_ROUNDS; round++) {
      comparison.takeEnds();
      if (!drain.await(drainWithin)) {
        return false;
      }
      LogComparison.Outcome outcome = comparison.run(whose);
      unread += outcome.movedBeyond();
      notReplayed += outcome.tooLong();
      if (outcome.moved().isEmpty()) {
        return true;
      }
      whose = Optional.of(outcome.moved());
    }
    unread += whose.map(Set::size).orElse(0);
    return true;
  }

  private void compareAll(boolean drained) {
    long total = Arrays.stream(Side.values()).mapToLong(lists::estimatedHeads).sum();
    EdgeBuckets buckets = new EdgeBuckets();
    for (Side side : Side.values()) {
      CountComparison countsOfSide = new CountComparison(lists, counts, suspicions, side);
      lists.forEachHead(
          side,
          head -> {
            read(side, head).ifPresent(reading -> buckets.add(side, reading.edges()));
            if (drained) {
              countsOfSide.add(head);
            }
            console.progress((double) listsRead / Math.max(1, total), "%,d lists read", listsRead);
          });
      if (drained) {
        countsOfSide.finishPortion();
        countsOfSide.compareUsersWithoutList();
      }
    }
    if (drained && !buckets.allAgree()) {
      sides.nameDifferences(buckets);
    }
  }

  private Optional<ListReading> read(Side side, StoredHead head) {
    listsRead++;
    Optional<ListReading> reading = new ListInspector(lists, limits).inspect(side, head);
    if (reading.isEmpty()) {
      unread++;
      return reading;
    }
    reading.get().violations().forEach(violations::add);
    reading
        .get()
        .excess()
        .ifPresent(
            excess -> suspicions.addCertain(excess, () -> isOverAfterItsBatch(side, head.user())));
    if (side == Side.FOLLOWERS) {
      edgesRead += reading.get().edges().size();
    }
    return reading;
  }

  /**
   * A head may be over its bounds until the batch that made it so is done. Progress is read first:
   * where it has reached all that is in the head, every batch that touched the head was done.
   */
  private boolean isOverAfterItsBatch(Side side, String user) {
    Map<Integer, Long> done = applied.read();
    long epoch = lists.epoch();
    HeadBounds bounds = new HeadBounds(limits);
    return lists
        .head(side, user)
        .filter(
            head ->
                // What an earlier log brought was done before this one was adopted.
                head.applied().epoch() < epoch
                    || head.applied().offsets().entrySet().stream()
                        .allMatch(each -> done.getOrDefault(each.getKey(), -1L) >= each.getValue()))
        .flatMap(head -> bounds.excess(side, head))
        .isPresent();
  }

  private void compare(String user, boolean drained) {
    for (Side side : Side.values()) {
      Optional<StoredHead> head = lists.head(side, user);
      Hashes own = new Hashes();
      if (head.isPresent()) {
        own = read(side, head.get()).map(ListReading::edges).orElse(own);
      }
      if (!drained) {
        continue;
      }
      CountComparison count = new CountComparison(lists, counts, suspicions, side);
      if (head.isPresent()) {
        count.add(head.get());
        count.finishPortion();
        compareListed(side, head.get());
      } else {
        count.compareWithoutList(user);
      }
      compareNamed(side, user, own);
    }
  }

  /** Whom the user's list names: does his list name the user? */
  private void compareListed(Side side, StoredHead head) {
    List<String> members = new ArrayList<>();
    lists.forEachListed(
        side,
        head,
        member -> {
          members.add(member);
          if (members.size() == MEMBERS_PER_READ) {
            compareMembers(side, head.user(), members);
            members.clear();
          }
        });
    compareMembers(side, head.user(), members);
  }

  private void compareMembers(Side side, String user, List<String> members) {
    if (members.isEmpty()) {
      return;
    }
    Map<String, StoredHead> heads = lists.heads(side.other(), members);
    for (String member : members) {
      StoredHead head = heads.get(member);
      if (head == null || !lists.contains(side.other(), head, user)) {
        sides.suspect(side, side.edge(user, member));
      }
    }
  }

  /** Who names the user in his list: does the user's list name him? */
  private void compareNamed(Side side, String user, Hashes own) {
    long[] listed = own.sorted();
    for (String owner : lists.ownersNaming(side.other(), StoredIds.forms(user))) {
      StoredEdge edge = side.edge(user, owner);
      boolean agreed = Arrays.binarySearch(listed, edge.hash()) >= 0;
      if (!agreed && lists.contains(side.other(), owner, user)) {
        sides.suspect(side.other(), edge);
      }
    }
  }
}
