package io.longtail.local.verifying;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.local.stored.ListNumbers;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredLists;
import io.longtail.local.topics.KeyedTopic;
import io.longtail.local.topics.TopicReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks again, under traffic, at the sequences of a few followees. A change is published before its
 * head is saved: so what a head says stands in the topic when it is read after the head, and what
 * stands in the topic is soon in the head.
 */
final class SequenceSecondLook {
  private static final int LOOKS = 25;
  private static final long LOOK_AFTER_NANOS = 200_000_000;

  private final TopicReader reader;
  private final String topic;
  private final StoredLists lists;
  private final Set<String> suspects = new LinkedHashSet<>();
  private Set<String> confirmed;

  SequenceSecondLook(TopicReader reader, String topic, StoredLists lists) {
    this.reader = reader;
    this.topic = topic;
    this.lists = lists;
  }

  /** One to be looked at. Whoever adds bounds how many there are. */
  void add(String followee) {
    suspects.add(followee);
  }

  /** Looks at all that were added at the first question. */
  boolean confirms(String followee) {
    if (confirmed == null) {
      confirmed = look();
    }
    return confirmed.contains(followee);
  }

  private Set<String> look() {
    Map<String, Seen> seen = new HashMap<>();
    Map<String, ListNumbers> numbers = lists.numbers(Side.FOLLOWERS, suspects);
    KeyedTopic keyed = reader.keyed(topic);
    List<TopicPartition> partitions = suspects.stream().map(keyed::partitionOf).distinct().toList();
    Map<TopicPartition, Long> ends = reader.ends(partitions);
    ChangesBeginnings beginnings = ChangesBeginnings.read(reader, partitions, lists);
    suspects.forEach(
        each ->
            seen.put(
                each, new Seen(numbers.get(each), beginnings.areLost(keyed.partitionOf(each)))));
    for (TopicPartition partition : partitions) {
      reader.read(
          partition,
          beginnings.of(partition),
          ends.get(partition),
          record -> {
            Seen of = record.key() == null ? null : seen.get(new String(record.key(), UTF_8));
            if (of != null) {
              ChangeRecord.of(record.value()).ifPresent(of::add);
            }
          });
    }
    Set<String> wrong = new HashSet<>();
    Map<String, Long> awaited = new HashMap<>();
    seen.forEach(
        (followee, of) -> {
          if (of.agrees()) {
            awaited.put(followee, of.last);
          } else {
            wrong.add(followee);
          }
        });
    awaitInHeads(awaited);
    wrong.addAll(awaited.keySet());
    return wrong;
  }

  /** Leaves those whose heads do not reach their sequence. */
  private void awaitInHeads(Map<String, Long> sequences) {
    for (int look = 0; look < LOOKS && !sequences.isEmpty(); look++) {
      if (look > 0) {
        LockSupport.parkNanos(LOOK_AFTER_NANOS);
      }
      Map<String, ListNumbers> numbers = lists.numbers(Side.FOLLOWERS, sequences.keySet());
      sequences
          .entrySet()
          .removeIf(
              each -> {
                ListNumbers list = numbers.get(each.getKey());
                return (list == null ? 0 : list.sequence()) >= each.getValue();
              });
    }
  }

  /** What was published for one followee, beside what its head said before. */
  private static final class Seen {
    private final long headSequence;
    private final long headCount;
    private final boolean beginningIsLost;
    private long last;
    private long highest;
    private boolean any;
    private boolean countAgrees;

    Seen(ListNumbers head, boolean beginningIsLost) {
      this.headSequence = head == null ? 0 : head.sequence();
      this.headCount = head == null ? 0 : head.count();
      this.beginningIsLost = beginningIsLost;
      this.countAgrees = headSequence == 0;
    }

    void add(ChangeRecord change) {
      if (!any && beginningIsLost) {
        last = change.sequence() - 1;
        // The change that the head told of is among those that are gone.
        countAgrees |= last >= headSequence;
      }
      any = true;
      highest = Math.max(highest, change.sequence());
      if (change.sequence() == last + 1) {
        last++;
        countAgrees |= last == headSequence && change.count() == headCount;
      }
    }

    boolean agrees() {
      if (!any && beginningIsLost) {
        return true;
      }
      return last == highest && last >= headSequence && countAgrees;
    }
  }
}
