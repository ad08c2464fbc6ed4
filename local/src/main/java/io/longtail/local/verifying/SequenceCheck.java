package io.longtail.local.verifying;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredEdge;
import io.longtail.local.stored.StoredLists;
import io.longtail.local.topics.KeyedTopic;
import io.longtail.local.topics.TopicReader;
import java.util.ArrayDeque;
import java.util.Deque;
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
 */
final class SequenceCheck {
  /** 16 bytes each at half to two thirds full. */
  private static final int REPEATS_MAX = 1_000_000;

  private static final int NAMED_MAX = 10_000;
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

  private Map<TopicPartition, Long> beginnings;
  private Map<TopicPartition, Long> ends;
  private boolean laterEpoch;
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
    beginnings = reader.beginnings(partitions);
    laterEpoch = lists.epoch() > 1;
    Deque<Job> jobs = new ArrayDeque<>(List.of(new Job(Portion.ALL, Portion.ALL, drained)));
    while (!jobs.isEmpty()) {
      new Pass(jobs, user).run();
    }
  }

  private boolean beginningIsLost(TopicPartition partition) {
    // With another epoch of the log, this topic may have been created anew as well.
    return laterEpoch || beginnings.get(partition) > 0;
  }

  private void read(Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    long total = ends.values().stream().mapToLong(Long::longValue).sum();
    long[] done = {0};
    ends.forEach(
        (partition, end) ->
            reader.read(
                partition,
                beginnings.get(partition),
                end,
                record -> {
                  taker.accept(record);
                  done[0]++;
                  console.progress(
                      (double) done[0] / Math.max(1, total), "%,d changes read", done[0]);
                }));
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
      if (repeats.size() > 0) {
        read(this::compareContent);
      }
      if (judgesSequences) {
        if (user.isPresent()) {
          lists
              .head(Side.FOLLOWERS, user.get())
              .ifPresent(head -> judge(user.get(), head.sequence(), head.count()));
        } else {
          lists.forEachSequence(Side.FOLLOWERS, this::judge);
        }
        nameThoseWithoutList();
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
                    beginningIsLost(new TopicPartition(record.topic(), record.partition()));
                if (!sequences.add(
                    change.followeeHash(), change.sequence(), change.count(), beginningIsLost)) {
                  addRepeat(change);
                }
                if (sequences.isFull()) {
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

    private void judge(String followee, long sequence, long count) {
      long hash = StoredEdge.hashOf(followee);
      if (user.isEmpty() && !followeesHere.has(hash)) {
        return;
      }
      PublishedSequences.Published published = sequences.of(hash);
      if (published == null) {
        if (sequence > 0 && !beginningIsLost(keyed.partitionOf(followee))) {
          suspect(followee, "sequence is " + sequence + " and follower-changes has none");
        }
        return;
      }
      sequences.markAsked(hash);
      if (published.hasGap()) {
        suspect(
            followee,
            "follower-changes has no sequence %d and goes on to %d"
                .formatted(published.last() + 1, published.highest()));
      } else if (published.last() != sequence) {
        suspect(
            followee,
            "sequence is %d and follower-changes ends with %d"
                .formatted(sequence, published.last()));
      } else if (published.count() != count) {
        suspect(
            followee,
            "followerCount is %d and follower-changes says %d at sequence %d"
                .formatted(count, published.count(), sequence));
      }
    }

    private void nameThoseWithoutList() {
      Set<Long> unasked = new HashSet<>();
      sequences.forEachUnasked(
          hash -> {
            if (unasked.size() < NAMED_MAX) {
              unasked.add(hash);
            }
          });
      if (unasked.isEmpty()) {
        return;
      }
      read(
          record ->
              change(record)
                  .filter(change -> unasked.remove(change.followeeHash()))
                  .ifPresent(
                      change ->
                          suspect(
                              change.followee(),
                              "there is no list, and follower-changes has some")));
    }

    private void suspect(String followee, String what) {
      secondLook.add(followee);
      suspicions.add(
          new Violation(Law.SEQUENCE, followee, "followers: " + what),
          () -> secondLook.confirms(followee));
    }
  }
}
