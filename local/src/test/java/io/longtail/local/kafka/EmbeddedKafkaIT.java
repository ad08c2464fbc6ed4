package io.longtail.local.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.local.net.Ports;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaIT {

  @Test
  void whatWasAcknowledgedIsThereWhenTheDirectoryIsOpenedAgain(@TempDir Path directory)
      throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.open(directory, Ports.ANY)) {
      createTopic(kafka, "letters");
      send(kafka, "letters", "alpha");
      send(kafka, "letters", "beta");
    }

    try (EmbeddedKafka kafka = EmbeddedKafka.open(directory, Ports.ANY)) {
      assertThat(read(kafka, "letters", 2)).containsExactly("alpha", "beta");
    }
  }

  @Test
  void aTakenPortIsAFailedStartAndNotTheEndOfTheJvm(@TempDir Path directory) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(Ports.HOST))) {
      assertThatThrownBy(() -> EmbeddedKafka.open(directory, taken.getLocalPort()))
          .satisfies(failure -> assertThat(Ports.isBindError(failure)).isTrue());
    }
  }

  @Test
  void theDirectoryCanBeOpenedAfterAStartThatFailed(@TempDir Path directory) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(Ports.HOST))) {
      assertThatThrownBy(() -> EmbeddedKafka.open(directory, taken.getLocalPort()))
          .isInstanceOf(IllegalStateException.class);
    }

    try (EmbeddedKafka kafka = EmbeddedKafka.open(directory, Ports.ANY)) {
      createTopic(kafka, "letters");
      send(kafka, "letters", "alpha");
      assertThat(read(kafka, "letters", 1)).containsExactly("alpha");
    }
  }

  private static void createTopic(EmbeddedKafka kafka, String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
    }
  }

  private static void send(EmbeddedKafka kafka, String topic, String value) throws Exception {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(topic, value)).get(30, TimeUnit.SECONDS);
    }
  }

  private static List<String> read(EmbeddedKafka kafka, String topic, int count) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(new TopicPartition(topic, 0)));
      List<String> values = new ArrayList<>();
      Instant deadline = Instant.now().plusSeconds(30);
      while (values.size() < count && Instant.now().isBefore(deadline)) {
        consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }
}
