package io.longtail.service.kafka;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes Kafka clients from the {@code kafka.*} settings. What the laws rest on (acks, idempotence,
 * where a new group begins) is set last; a setting that contradicts it is refused.
 */
@ApplicationScoped
public class KafkaClients {
  private static final int SESSION_MILLIS = 10_000;

  private final Map<String, Object> settings;

  KafkaClients(@Identifier("default-kafka-broker") Map<String, Object> settings) {
    this.settings = settings;
    KafkaSettings.requireLawful(settings);
  }

  /** Made at the start, so that a setting that may not be ends the service and no later use. */
  void start(@Observes @Priority(1) StartupEvent start) {}

  /** A producer whose acknowledgement means: in the log, once, in order. */
  public Producer<byte[], byte[]> producer(String clientId, Map<String, Object> extra) {
    Map<String, Object> config = new HashMap<>(settings);
    config.putAll(extra);
    config.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** A consumer of committed records that commits only when told and begins at the beginning. */
  public Consumer<byte[], byte[]> consumer(String group, String clientId, int pollRecordsMax) {
    return consumer(group, clientId, pollRecordsMax, Map.of());
  }

  /**
   * The same with settings of its own, such as how long the broker gathers for one fetch, or
   * another answer to an offset that is not there.
   */
  public Consumer<byte[], byte[]> consumer(
      String group, String clientId, int pollRecordsMax, Map<String, Object> extra) {
    Map<String, Object> config = new HashMap<>(settings);
    config.putAll(extra);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    // A member that was killed is missed after this long; until then its partitions stand still.
    config.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
    // A process that keeps its name takes its old place back at once, also after a kill; each of
    // its
    // members needs a name of its own.
    config.computeIfPresent(
        ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, (key, process) -> process + "-" + clientId);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, pollRecordsMax);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        extra.getOrDefault(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"));
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  public Admin admin(String clientId) {
    Map<String, Object> config = new HashMap<>(settings);
    config.put("client.id", clientId);
    return Admin.create(config);
  }
}
