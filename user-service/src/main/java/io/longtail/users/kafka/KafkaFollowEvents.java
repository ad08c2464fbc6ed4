package io.longtail.users.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.Topic;
import io.longtail.service.kafka.KafkaClients;
import io.longtail.service.kafka.TopicNames;
import io.longtail.users.FollowEvents;
import io.longtail.users.NotConfirmedException;
import io.longtail.users.Position;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jboss.logging.Logger;

/**
 * {@link FollowEvents} in the topic {@code follow-events}, keyed by followee, so that all events of
 * an edge stand in one partition in the order in which they were confirmed.
 *
 * <p>The times, of the 5 s within which a request is answered when the broker is away:
 *
 * <pre>
 *   2,000 ms   the lookup of both users (longtail.users.mongodb-timeout)
 *     500 ms   max.block.ms: until the topic's leader is known and there is room for the record
 *   2,400 ms   delivery.timeout.ms: linger + every attempt to send + the wait for the last answer
 *   --------
 *   4,900 ms
 * </pre>
 *
 * After {@code delivery.timeout.ms} the producer has dropped the record, so nothing is sent once
 * the answer was 503; what was sent before may be in the log. {@code request.timeout.ms} (2,000 ms)
 * must be below it, else the producer would refuse to start.
 */
@Singleton
public class KafkaFollowEvents implements FollowEvents {
  private static final Logger LOG = Logger.getLogger(KafkaFollowEvents.class);
  static final Map<String, Object> TIMES =
      Map.of(
          ProducerConfig.LINGER_MS_CONFIG, 0, // somebody waits; what comes meanwhile is a batch
          ProducerConfig.MAX_BLOCK_MS_CONFIG, 500,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2_400,
          ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 1_000);

  private static final Duration CLOSE_MAX = Duration.ofSeconds(3);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final MeterRegistry meters;

  @Inject
  KafkaFollowEvents(KafkaClients clients, TopicNames names, MeterRegistry meters) {
    this(
        clients.producer("user-service-follow-events", TIMES),
        names.of(Topic.FOLLOW_EVENTS),
        meters);
  }

  KafkaFollowEvents(Producer<byte[], byte[]> producer, String topic, MeterRegistry meters) {
    this.producer = producer;
    this.topic = topic;
    this.meters = meters;
  }

  /** Finds the leaders before the first request needs them. Starts without a broker, too. */
  void findLeaders(@Observes StartupEvent start) {
    try {
      producer.partitionsFor(topic);
    } catch (KafkaException e) {
      LOG.warnf("%s is not there yet: %s", topic, e.getMessage());
    }
  }

  @Override
  public CompletionStage<Position> append(FollowEvent event) {
    CompletableFuture<Position> confirmed = new CompletableFuture<>();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, event.key().getBytes(UTF_8), EventCodec.encode(event));
    try {
      producer.send(
          record,
          (place, failure) -> {
            if (failure == null) {
              confirm(event, place, confirmed);
            } else {
              refuse(event, failure, confirmed);
            }
          });
    } catch (KafkaException | IllegalStateException e) {
      refuse(event, e, confirmed);
    }
    return confirmed;
  }

  private void confirm(
      FollowEvent event, RecordMetadata place, CompletableFuture<Position> confirmed) {
    count(event, "confirmed");
    confirmed.complete(new Position(place.partition(), place.offset()));
  }

  private void refuse(FollowEvent event, Exception failure, CompletableFuture<Position> confirmed) {
    count(event, "not_confirmed");
    confirmed.completeExceptionally(new NotConfirmedException(failure));
  }

  private void count(FollowEvent event, String outcome) {
    String type = event instanceof Follow ? "follow" : "unfollow";
    meters.counter("longtail.follow.requests", "type", type, "outcome", outcome).increment();
  }

  @PreDestroy
  void close() {
    producer.close(CLOSE_MAX);
  }
}
