package io.longtail.followers.kafka;

import static io.longtail.followers.FollowLog.follow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.Topic;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.InMemoryEdgeLists;
import io.longtail.followers.InMemoryLogNotes;
import io.longtail.followers.KnownLog;
import io.longtail.followers.LogCheck;
import io.longtail.followers.NoChanges;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.simulation.Operation;
import io.longtail.followers.simulation.SteppedChanges;
import io.longtail.followers.simulation.SteppedEdgeLists;
import io.longtail.followers.simulation.SteppedOwner;
import io.longtail.service.kafka.OrderedPublisher;
import io.longtail.service.kafka.PublishFailedException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What comes first: lists, dead letters, progress. */
class FollowEventsHandlerTest {
  private static final TopicPartition LOG = new TopicPartition(Topic.FOLLOW_EVENTS.baseName(), 0);
  private static final Uuid TOPIC_ID = Uuid.randomUuid();
  private static final ListSettings ONE = new ListSettings(1, 16 * 1024, 1, 0, 0);
  private static final long EPOCH = 1;

  private final InMemoryEdgeLists followers = new InMemoryEdgeLists();
  private final InMemoryEdgeLists following = new InMemoryEdgeLists();
  private final InMemoryLogNotes notes = new InMemoryLogNotes();
  private final MockProducer<byte[], byte[]> deadLetters =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

  /** A crash before the end would pass over what is noted already: nobody delivers it again. */
  @Test
  void progressIsNotedWhenAllOfTheBatchIsSavedAndNotBefore() {
    List<ConsumerRecord<byte[], byte[]>> two =
        List.of(record(0, follow("a", "x")), record(1, follow("b", "x")));
    Set<Operation.Kind> before = EnumSet.noneOf(Operation.Kind.class);
    try (SteppedOwner owner =
        SteppedOwner.begin(
            "owner",
            steps ->
                handler(
                        new FollowEventApplier(
                            new SteppedEdgeLists(followers, Side.FOLLOWERS, steps),
                            new SteppedEdgeLists(following, Side.FOLLOWING, steps),
                            new SteppedChanges(new NoChanges(), steps),
                            ONE))
                    .handle(LOG, two, 2))) {
      while (owner.next().isPresent()) {
        assertThat(notes.applied(EPOCH)).as("before %s", owner.next().get()).isEmpty();
        before.add(owner.next().get().kind());
        owner.step();
      }
      assertThat(owner.failure()).isEmpty();
    }

    assertThat(before)
        .contains(
            Operation.Kind.CHANGE_PUBLISH,
            Operation.Kind.HEAD_SAVE,
            Operation.Kind.COUNT_PUBLISH,
            Operation.Kind.PAGE_INSERT);
    assertThat(notes.applied(EPOCH)).isEqualTo(Map.of(0, 1L));
  }

  /** The same, of records that are no event. */
  @Test
  void progressIsNotedWhenTheDeadLettersAreConfirmedAndNotBefore() {
    FollowEventsHandler handler =
        handler(new FollowEventApplier(followers, following, new NoChanges(), ONE));
    List<ConsumerRecord<byte[], byte[]>> oneBad =
        List.of(record(0, follow("a", "x")), record(1, "x", "no event".getBytes(UTF_8)));
    deadLetters.sendException = new KafkaException("away");
    assertThatExceptionOfType(PublishFailedException.class)
        .isThrownBy(() -> handler.handle(LOG, oneBad, 2));
    assertThat(notes.applied(EPOCH)).isEmpty();

    deadLetters.sendException = null;
    handler.handle(LOG, oneBad, 2);

    assertThat(deadLetters.history()).hasSize(1);
    assertThat(notes.applied(EPOCH)).isEqualTo(Map.of(0, 1L));
  }

  private FollowEventsHandler handler(FollowEventApplier applier) {
    notes.note(Optional.empty(), new KnownLog(EPOCH, TOPIC_ID.toString(), 1));
    return new FollowEventsHandler(
        new LogTopic(describing(), LOG.topic(), new LogCheck(notes, notes, Optional.empty())),
        applier,
        new DeadLetters(new OrderedPublisher(deadLetters), Topic.FOLLOW_EVENTS_DLQ.baseName()),
        notes,
        () -> {},
        new ApplierMetrics(new SimpleMeterRegistry()));
  }

  /** A broker that says of the log that it has one partition, and nothing else. */
  private static Admin describing() {
    TopicDescription description =
        new TopicDescription(
            LOG.topic(),
            false,
            List.of(new TopicPartitionInfo(0, null, List.of(), List.of())),
            Set.of(),
            TOPIC_ID);
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("describeTopics")) {
                throw new UnsupportedOperationException(method.getName());
              }
              return new DescribeTopicsResult(
                  null, Map.of(LOG.topic(), KafkaFuture.completedFuture(description))) {};
            });
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, FollowEvent event) {
    return record(offset, event.key(), EventCodec.encode(event));
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, String key, byte[] value) {
    return new ConsumerRecord<>(LOG.topic(), LOG.partition(), offset, key.getBytes(UTF_8), value);
  }
}
