package io.longtail.stats.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.events.EventCodec;
import io.longtail.events.Topic;
import io.longtail.events.UserStats;
import io.longtail.service.kafka.KafkaClients;
import io.longtail.service.kafka.OrderedPublisher;
import io.longtail.service.kafka.TopicNames;
import io.longtail.stats.UserStatsFeed;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Publishes to {@code user-stats}, one record per user, with CloudEvents attributes as headers. */
@Singleton
class KafkaUserStatsFeed implements UserStatsFeed {
  // Below the time in which a batch must be done; a record not confirmed by then is sent again.
  private static final Map<String, Object> LIMITS =
      Map.of(
          "delivery.timeout.ms", 30_000,
          "request.timeout.ms", 10_000,
          "max.block.ms", 10_000,
          // One batch is sent whole and then flushed: waiting for more would only add delay.
          "linger.ms", 0,
          "batch.size", 128 * 1024);

  private static final Header SPEC = header("ce_specversion", "1.0");
  private static final Header TYPE = header("ce_type", "USER_STATS");
  private static final Header SOURCE = header("ce_source", "/longtail/stats-service");
  private static final Header CONTENT = header("content-type", "application/json");

  private final OrderedPublisher publisher;
  private final String topic;

  KafkaUserStatsFeed(KafkaClients clients, TopicNames topics) {
    this.publisher = new OrderedPublisher(clients.producer("user-stats", LIMITS));
    this.topic = topics.of(Topic.USER_STATS);
  }

  @Override
  public void publish(Collection<UserStats> stats) {
    publisher.publish(stats.stream().map(this::record).toList());
  }

  private ProducerRecord<byte[], byte[]> record(UserStats stats) {
    Header id = header("ce_id", stats.userId() + "/" + stats.revision());
    return new ProducerRecord<>(
        topic,
        null,
        stats.key().getBytes(UTF_8),
        EventCodec.encode(stats),
        List.of(SPEC, TYPE, SOURCE, id, CONTENT));
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }

  @PreDestroy
  void close() {
    publisher.close();
  }
}
