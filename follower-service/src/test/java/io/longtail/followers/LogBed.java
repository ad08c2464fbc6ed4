package io.longtail.followers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.Topic;
import io.longtail.local.kafka.EmbeddedKafka;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.local.net.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bson.Document;

/**
 * A broker and a store that go away and come back, on the same ports with the same data, and the
 * questions that a test has to them.
 */
final class LogBed implements AutoCloseable {
  private static final String LOG = Topic.FOLLOW_EVENTS.baseName();
  private static final Duration SOON = Duration.ofMinutes(1);

  private final Path directory;

  // Whichever is first, their start or the question where they will be, decides.
  private int kafkaPort = Ports.ANY;
  private int mongoPort = Ports.ANY;
  private EmbeddedKafka kafka;
  private EmbeddedMongo mongo;

  /** Nothing of it is there yet, but where it will be can be asked. */
  LogBed() throws IOException {
    directory = Files.createTempDirectory("longtail-away-");
  }

  LogBed started() {
    startMongo();
    startKafka();
    try (TopicProvisioner topics = new TopicProvisioner(bootstrapServers())) {
      topics.provision("");
    }
    return this;
  }

  Map<String, String> settings() {
    kafkaPort = kafkaPort == Ports.ANY ? Ports.free() : kafkaPort;
    mongoPort = mongoPort == Ports.ANY ? Ports.free() : mongoPort;
    return Map.of(
        "kafka.bootstrap.servers",
        bootstrapServers(),
        "quarkus.mongodb.connection-string",
        "mongodb://127.0.0.1:" + mongoPort);
  }

  private String bootstrapServers() {
    return "127.0.0.1:" + kafkaPort;
  }

  void startKafka() {
    kafka = on(kafkaPort, port -> EmbeddedKafka.open(directory.resolve("kafka"), port));
    kafkaPort = kafka.port();
  }

  void stopKafka() {
    kafka.close();
    kafka = null;
  }

  void startMongo() {
    Path file = directory.resolve("mongo").resolve("data.mv");
    mongo = on(mongoPort, port -> EmbeddedMongo.open(file, port));
    mongoPort = mongo.port();
  }

  /** A port that was told already is waited for: somebody else may have it in passing. */
  private static <T> T on(int port, IntFunction<T> start) {
    return await()
        .atMost(SOON)
        .ignoreExceptionsMatching(Ports::isBindError)
        .until(() -> start.apply(port), started -> true);
  }

  void stopMongo() {
    mongo.close();
    mongo = null;
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }

  /** Appends all, and returns the positions to wait for: {@code Longtail-After}. */
  String append(List<FollowEvent> events) throws Exception {
    return appendRaw(
        events.stream()
            .map(
                event ->
                    new ProducerRecord<>(
                        LOG, event.key().getBytes(UTF_8), EventCodec.encode(event)))
            .toList());
  }

  String appendRaw(List<ProducerRecord<byte[], byte[]>> records) throws Exception {
    Map<Integer, Long> last = new TreeMap<>();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers(), "acks", "all", "linger.ms", 5),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      records.forEach(record -> sent.add(producer.send(record)));
      for (Future<RecordMetadata> each : sent) {
        last.merge(each.get().partition(), each.get().offset(), Math::max);
      }
    }
    return last.entrySet().stream()
        .map(each -> each.getKey() + ":" + each.getValue())
        .collect(Collectors.joining(","));
  }

  /** Deletes the topic and waits until nobody knows it any more. */
  void delete(Topic topic) throws Exception {
    try (Admin admin = admin()) {
      admin.deleteTopics(List.of(topic.baseName())).all().get(30, TimeUnit.SECONDS);
      await()
          .atMost(SOON)
          .until(() -> !admin.listTopics().names().get().contains(topic.baseName()));
    }
  }

  /** Creates the topic as the contract has it; returns its id. */
  String create(Topic topic) throws Exception {
    try (Admin admin = admin()) {
      String id =
          admin
              .createTopics(
                  List.of(
                      new NewTopic(topic.baseName(), Topic.PARTITIONS_DEFAULT, (short) 1)
                          .configs(topic.config())))
              .topicId(topic.baseName())
              .get(30, TimeUnit.SECONDS)
              .toString();
      await()
          .atMost(SOON)
          .ignoreExceptions()
          .until(() -> ends(topic).size() == Topic.PARTITIONS_DEFAULT);
      return id;
    }
  }

  /** More partitions in place: what an operator must not do. */
  void grow(Topic topic, int partitions) throws Exception {
    try (Admin admin = admin()) {
      admin
          .createPartitions(Map.of(topic.baseName(), NewPartitions.increaseTo(partitions)))
          .all()
          .get(30, TimeUnit.SECONDS);
      await().atMost(SOON).ignoreExceptions().until(() -> ends(topic).size() == partitions);
    }
  }

  /** The offset after the last record, per partition. */
  Map<Integer, Long> ends(Topic topic) throws Exception {
    try (Admin admin = admin()) {
      int partitions =
          admin
              .describeTopics(List.of(topic.baseName()))
              .allTopicNames()
              .get()
              .get(topic.baseName())
              .partitions()
              .size();
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      for (int i = 0; i < partitions; i++) {
        latest.put(new TopicPartition(topic.baseName(), i), OffsetSpec.latest());
      }
      Map<Integer, Long> ends = new HashMap<>();
      admin
          .listOffsets(latest)
          .all()
          .get()
          .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
      return ends;
    }
  }

  long records(Topic topic) throws Exception {
    return ends(topic).values().stream().mapToLong(Long::longValue).sum();
  }

  /** What the group of the service has committed, per partition. */
  Map<Integer, Long> committed() throws Exception {
    try (Admin admin = admin()) {
      Map<Integer, Long> committed = new HashMap<>();
      for (Map.Entry<TopicPartition, OffsetAndMetadata> each :
          admin
              .listConsumerGroupOffsets("follower-service")
              .partitionsToOffsetAndMetadata()
              .get()
              .entrySet()) {
        committed.put(each.getKey().partition(), each.getValue().offset());
      }
      return committed;
    }
  }

  /** The stored progress, per partition, whatever its epoch. */
  Map<Integer, Long> progress() {
    try (MongoClient client = MongoClients.create("mongodb://127.0.0.1:" + mongoPort)) {
      Map<Integer, Long> progress = new HashMap<>();
      for (Document each : client.getDatabase("followers").getCollection("progress").find()) {
        progress.put(
            Integer.valueOf(each.getString("_id")), each.get("offset", Number.class).longValue());
      }
      return progress;
    }
  }

  @Override
  public void close() throws IOException {
    if (kafka != null) {
      kafka.close();
    }
    if (mongo != null) {
      mongo.close();
    }
    try (Stream<Path> below = Files.walk(directory)) {
      for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
