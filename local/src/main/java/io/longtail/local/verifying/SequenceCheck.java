package io.longtail.local.verifying;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.stored.ListNumbers;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredEdge;
import io.longtail.local.stored.StoredLists;
import io.longtail.local.topics.KeyedTopic;
import io.longtail.local.topics.TopicReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Law 7 on what was published: per followee no gap, one content for each sequence, and the last one
 * is what the head says. Reads the topic once for every two million followees, once more where
 * sequences were repeated, and holds hashes only.
 *
 * <p>The topic and the heads go on while they are read. So heads are read in portions, and the
 * topic is read on behind each: what a head says was published before it was saved.
 */
final class SequenceCheck {
  /** 16 bytes each at half to two thirds full. */
  private static final int REPEATS_MAX = 1_000_000;

  /** About 100 bytes each; behind each portion one question for the ends of the topic. */
  private static final int HEADS_PER_PORTION = 10_000;

  private static final int NAMES_PER_READ = 1_000;
  private static final long DIFFERS = Long.MIN_VALUE;

  private final TopicReader reader;
  private final String topic;
  private final StoredLists lists;
  private final Suspicions suspicions;
  private final Violations violations;
  private final Console console;
  private final int followeesMax;
  private final int repeatsMax;
  private final SequenceSecondLook secondLook;

  private ChangesBeginnings beginnings;
  private Map<TopicPartition, Long> ends;
  private KeyedTopic keyed;

  SequenceCheck(
      TopicReader reader,
      String prefix,
      StoredLists lists,
      Suspicions suspicions,
      Violations violations,
      Console console) {
    this(
        reader,
        prefix,
        lists,
        suspicions,
        violations,
        console,
        PublishedSequences.FOLLOWEES_MAX,
        REPEATS_MAX);
  }

  SequenceCheck(
      TopicReader reader,
      String prefix,
      StoredLists lists,
      Suspicions suspicions,
      Violations violations,
      Console console,
      int followeesMax,
      int repeatsMax) {
    this.reader = reader;
    this.topic = Topic.FOLLOWER_CHANGES.name(prefix);
    this.lists = lists;
    this.suspicions = suspicions;
    this.violations = violations;
    this.console = console;
    this.followeesMax = followeesMax;
    this.repeatsMax = repeatsMax;
    this.secondLook = new SequenceSecondLook(reader, topic, lists);
  }

  /** A share of the followees, and of their repeated sequences a share. */
  private record Job(Portion followees, Portion repeats, boolean judgesSequences) {}

  /**
   * @param user the only one to look at; empty: all
   * @param drained whether everything that was asked has been published and saved: only then can a
   *     gap be told from a resend that is under way
   */
  void run(Optional<String> user, boolean drained) {
    keyed = reader.keyed(topic);
    List<TopicPartition> partitions =
        user.map(only -> List.of(keyed.partitionOf(only)))
            .orElseGet(() -> reader.partitions(topic));
    ends = reader.ends(partitions);
    beginnings = ChangesBeginnings.read(reader, partitions, lists);
    Deque<Job> jobs = new ArrayDeque<>(List.of(new Job(Portion.ALL, Portion.ALL, drained)));
    while (!jobs.isEmpty()) {
      new Pass(jobs, user).run();
    }
  }

  private void read(Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    long total = ends.values().stream().mapToLong(Long::longValue).sum();
    long[] done = {0};
    ends.forEach(
        (partition, end) ->
            reader.read(
                partition,
                beginnings.of(partition),
                end,
                record -> {
                  taker.accept(record);
                  done[0]++;
                  console.progress(
                      (double) done[0] / Math.max(1, total), "%,d changes read", done[0]);
                }));
  }

  /** What was published since the topic was read last. */
  private void readOn(Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    Map<TopicPartition, Long> from = ends;
    ends = reader.ends(from.keySet());
    ends.forEach((partition, end) -> reader.read(partition, from.get(partition), end, taker));
  }

  /** One job: the sequences of a share of the followees, and the contents of what is repeated. */
  private final class Pass {
    private final Deque<Job> jobs;
    private final Optional<String> user;
    private final boolean judgesSequences;
    private final PublishedSequences sequences = new PublishedSequences(followeesMax);
    private final HashTable repeats = new HashTable(1, repeatsMax);
    private Portion followeesHere;
    private Portion repeatsHere;
    private boolean isJudging;

    Pass(Deque<Job> jobs, Optional<String> user) {
      Job job = jobs.remove();
      this.jobs = jobs;
      this.user = user;
      this.followeesHere = job.followees();
      this.repeatsHere = job.repeats();
      this.judgesSequences = job.judgesSequences();
    }

    void run() {
      read(this::addSequence);
      if (judgesSequences) {
        readOn(this::addSequence);
        judgeAll();
      }
      if (repeats.size() > 0) {
        read(this::compareContent);
      }
    }

    /** The change, if it is one of this share. */
    private Optional<ChangeRecord> change(ConsumerRecord<byte[], byte[]> record) {
      if (record.key() == null) {
        return Optional.empty();
      }
      String followee = new String(record.key(), UTF_8);
      boolean wanted =
          user.map(followee::equals)
              .orElseGet(() -> followeesHere.has(StoredEdge.hashOf(followee)));
      return wanted ? ChangeRecord.of(record.value()) : Optional.empty();
    }

    private void addSequence(ConsumerRecord<byte[], byte[]> record) {
      change(record)
          .ifPresent(
              change -> {
                boolean beginningIsLost =
                    beginnings.areLost(new TopicPartition(record.topic(), record.partition()));
                if (!sequences.add(
                    change.followeeHash(), change.sequence(), change.count(), beginningIsLost)) {
                  addRepeat(change);
                }
                // Those who are judged stay in this share; there is room for whoever is new.
                if (sequences.isFull() && !isJudging) {
                  halveFollowees();
                }
              });
    }

    private void addRepeat(ChangeRecord change) {
      if (repeatsHere.has(change.key())) {
        repeats.put(change.key());
        if (repeats.isFull()) {
          jobs.add(new Job(followeesHere, repeatsHere.secondHalf(), false));
          repeatsHere = repeatsHere.firstHalf();
          repeats.retain(repeatsHere::has);
        }
      }
    }

    private void halveFollowees() {
      jobs.add(new Job(followeesHere.secondHalf(), repeatsHere, judgesSequences));
      followeesHere = followeesHere.firstHalf();
      sequences.retain(followeesHere);
    }

    private void compareContent(ConsumerRecord<byte[], byte[]> record) {
      change(record)
          .ifPresent(
              change -> {
                int slot = repeats.find(change.key());
                if (slot == HashTable.NONE) {
                  return;
                }
                long content = change.content() == 0 ? 1 : change.content();
                long first = repeats.get(slot, 0);
                if (first == 0) {
                  repeats.set(slot, 0, content);
                } else if (first != content && first != DIFFERS) {
                  repeats.set(slot, 0, DIFFERS);
                  violations.add(
                      new Violation(
                          Law.SEQUENCE,
                          change.followee(),
                          "follower-changes has more than one content under sequence "
                              + change.sequence()));
                }
              });
    }

    private void judgeAll() {
      isJudging = true;
      Map<String, ListNumbers> portion = new HashMap<>();
      if (user.isPresent()) {
        portion.putAll(lists.numbers(Side.FOLLOWERS, List.of(user.get())));
      } else {
        lists.forEachNumbers(
            Side.FOLLOWERS,
            list -> {
              if (followeesHere.has(StoredEdge.hashOf(list.user()))) {
                portion.put(list.user(), list);
              }
              if (portion.size() == HEADS_PER_PORTION) {
                judge(portion);
              }
            });
      }
      judge(portion);
      judgeThoseNotMet();
    }

    /** Judges some lists as they were read, and forgets them. */
    private void judge(Map<String, ListNumbers> portion) {
      if (portion.isEmpty()) {
        return;
      }
      readOn(this::addSequence);
      List<String> behind =
          portion.values().stream().filter(this::isBehind).map(ListNumbers::user).toList();
      // What was published and not yet saved is in the heads by now, but for a little.
      Map<String, ListNumbers> later =
          behind.isEmpty() ? Map.of() : lists.numbers(Side.FOLLOWERS, behind);
      portion.forEach(
          (followee, list) ->
              judge(later.getOrDefault(followee, list), later.containsKey(followee)));
      portion.clear();
    }

    private boolean isBehind(ListNumbers list) {
      PublishedSequences.Published published = sequences.of(StoredEdge.hashOf(list.user()));
      return published != null && list.sequence() < published.last();
    }

    /**
     * @param mayBeAhead whether the list was read after the topic
     */
    private void judge(ListNumbers list, boolean mayBeAhead) {
      String followee = list.user();
      long hash = StoredEdge.hashOf(followee);
      PublishedSequences.Published published = sequences.of(hash);
      if (published == null) {
        if (list.sequence() > 0 && !beginnings.areLost(keyed.partitionOf(followee))) {
          suspect(followee, "sequence is " + list.sequence() + " and follower-changes has none");
        }
        return;
      }
      sequences.markAsked(hash);
      if (published.hasGap()) {
        suspect(
            followee,
            "follower-changes has no sequence %d and goes on to %d"
                .formatted(published.last() + 1, published.highest()));
      } else if (mayBeAhead && list.sequence() > published.last()) {
        return;
      } else if (published.last() != list.sequence()) {
        suspect(
            followee,
            "sequence is %d and follower-changes ends with %d"
                .formatted(list.sequence(), published.last()));
      } else if (published.count() != list.count()) {
        suspect(
            followee,
            "followerCount is %d and follower-changes says %d at sequence %d"
                .formatted(list.count(), published.count(), list.sequence()));
      }
    }

    /** Followees whose list is new, or gone. Another reading of the topic gives their names. */
    private void judgeThoseNotMet() {
      if (!sequences.hasUnasked()) {
        return;
      }
      Set<String> portion = new HashSet<>();
      read(
          record ->
              change(record)
                  .filter(change -> sequences.isUnasked(change.followeeHash()))
                  .ifPresent(
                      change -> {
                        portion.add(change.followee());
                        if (portion.size() == NAMES_PER_READ) {
                          judgeNotMet(portion);
                        }
                      }));
      judgeNotMet(portion);
    }

    private void judgeNotMet(Set<String> followees) {
      Map<String, ListNumbers> numbers = lists.numbers(Side.FOLLOWERS, followees);
      for (String followee : followees) {
        ListNumbers list = numbers.get(followee);
        if (list == null) {
          sequences.markAsked(StoredEdge.hashOf(followee));
          suspect(followee, "there is no list, and follower-changes has some");
        } else {
          judge(list, true);
        }
      }
      followees.clear();
    }

    private void suspect(String followee, String what) {
      boolean isLookedAtAgain =
          suspicions.add(
              new Violation(Law.SEQUENCE, followee, "followers: " + what),
              () -> secondLook.confirms(followee));
      if (isLookedAtAgain) {
        secondLook.add(followee);
      }
    }
  }
}
