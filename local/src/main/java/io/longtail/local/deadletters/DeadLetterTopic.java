package io.longtail.local.deadletters;

import io.longtail.events.Topic;
import io.longtail.local.topics.TopicReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The topic of the dead letters. */
public final class DeadLetterTopic {
  private final TopicReader reader;
  private final String topic;

  public DeadLetterTopic(TopicReader reader, String prefix) {
    this.reader = reader;
    this.topic = Topic.FOLLOW_EVENTS_DLQ.name(prefix);
  }

  /** Every dead letter, partition by partition, each in the order in which it was refused. */
  public void forEach(Consumer<DeadLetter> taker) {
    reader.readAll(topic, record -> taker.accept(DeadLetter.of(record)));
  }

  /** The one at a place of this topic. */
  public Optional<DeadLetter> at(int partition, long offset) {
    TopicPartition place = new TopicPartition(topic, partition);
    if (!reader.partitions(topic).contains(place)) {
      return Optional.empty();
    }
    Map<TopicPartition, Long> beginnings = reader.beginnings(List.of(place));
    Map<TopicPartition, Long> ends = reader.ends(List.of(place));
    if (offset < beginnings.get(place) || offset >= ends.get(place)) {
      return Optional.empty();
    }
    AtomicReference<DeadLetter> found = new AtomicReference<>();
    reader.read(place, offset, offset + 1, record -> found.set(DeadLetter.of(record)));
    return Optional.ofNullable(found.get());
  }
}
