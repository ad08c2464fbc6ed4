package io.longtail.followers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.events.Topic;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Writes to the log of follow events as any other service would. */
@Singleton
public class FollowLog {
  private final KafkaProducer<byte[], byte[]> producer;

  FollowLog(@ConfigProperty(name = "kafka.bootstrap.servers") String bootstrapServers) {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", 5),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  public static FollowEvent follow(String follower, String followee) {
    return new Follow(edge(follower, followee), Optional.empty(), Cause.USER);
  }

  public static FollowEvent unfollow(String follower, String followee) {
    return new Unfollow(edge(follower, followee), Optional.empty(), Cause.USER);
  }

  private static Edge edge(String follower, String followee) {
    return new Edge(new FollowerId(follower), new FolloweeId(followee));
  }

  /** Appends all, and returns the positions to wait for: {@code Longtail-After}. */
  public String append(List<FollowEvent> events) {
    return appendRaw(
        events.stream()
            .map(
                event ->
                    new ProducerRecord<>(
                        Topic.FOLLOW_EVENTS.baseName(),
                        event.key().getBytes(UTF_8),
                        EventCodec.encode(event)))
            .toList());
  }

  public String append(FollowEvent... events) {
    return append(List.of(events));
  }

  public String appendRaw(List<ProducerRecord<byte[], byte[]>> records) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    records.forEach(record -> sent.add(producer.send(record)));
    producer.flush();
    Map<Integer, Long> last = new TreeMap<>();
    for (Future<RecordMetadata> each : sent) {
      try {
        last.merge(each.get().partition(), each.get().offset(), Math::max);
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    List<String> positions = new ArrayList<>();
    last.forEach((partition, offset) -> positions.add(partition + ":" + offset));
    return String.join(",", positions);
  }

  @PreDestroy
  void close() {
    producer.close();
  }
}
