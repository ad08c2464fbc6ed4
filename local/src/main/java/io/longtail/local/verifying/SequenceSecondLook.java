package io.longtail.local.verifying;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredHead;
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
  private static final int FOLLOWEES_MAX = 10_000;
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

  void add(String followee) {
    if (suspects.size() < FOLLOWEES_MAX) {
      suspects.add(followee);
    }
  }

  /** Looks at all of them at the first question. */
  boolean confirms(String followee) {
    if (confirmed == null) {
      confirmed = look();
    }
    return confirmed.contains(followee) || !suspects.contains(followee);
  }

  private Set<String> look() {
    Map<String, Seen> seen = new HashMap<>();
    Map<String, StoredHead> heads = lists.heads(Side.FOLLOWERS, suspects);
    suspects.forEach(each -> seen.put(each, new Seen(heads.get(each))));
    List<TopicPartition> partitions = reader.partitions(topic);
    Map<TopicPartition, Long> ends = reader.ends(partitions);
    Map<TopicPartition, Long> beginnings = reader.beginnings(partitions);
    KeyedTopic keyed = reader.keyed(topic);
    for (TopicPartition partition : partitions) {
      boolean wanted =
          suspects.stream().anyMatch(each -> keyed.partitionOf(each).equals(partition));
      if (wanted) {
        long beginning = beginnings.get(partition);
        reader.read(
            partition,
            beginning,
            ends.get(partition),
            record -> {
              Seen of = record.key() == null ? null : seen.get(new String(record.key(), UTF_8));
              if (of != null) {
                ChangeRecord.of(record.value()).ifPresent(change -> of.add(change, beginning > 0));
              }
            });
      }
    }
    Set<String> wrong = new HashSet<>();
    seen.forEach(
        (followee, of) -> {
          if (!of.agrees() || !headReaches(followee, of.last)) {
            wrong.add(followee);
          }
        });
    return wrong;
  }

  private boolean headReaches(String followee, long sequence) {
    for (int look = 0; look < LOOKS; look++) {
      if (lists.head(Side.FOLLOWERS, followee).map(StoredHead::sequence).orElse(0L) >= sequence) {
        return true;
      }
      LockSupport.parkNanos(LOOK_AFTER_NANOS);
    }
    return false;
  }

  /** What was published for one followee, beside what its head said before. */
  private static final class Seen {
    private final long headSequence;
    private final long headCount;
    private long last;
    private long highest;
    private boolean any;
    private boolean countAgrees;

    Seen(StoredHead head) {
      this.headSequence = head == null ? 0 : head.sequence();
      this.headCount = head == null ? 0 : head.count();
      this.countAgrees = headSequence == 0;
    }

    void add(ChangeRecord change, boolean beginningIsLost) {
      if (!any && beginningIsLost) {
        last = change.sequence() - 1;
      }
      any = true;
      highest = Math.max(highest, change.sequence());
      if (change.sequence() == last + 1) {
        last++;
        countAgrees |= last == headSequence && change.count() == headCount;
      }
    }

    boolean agrees() {
      return last == highest && last >= headSequence && countAgrees;
    }
  }
}
