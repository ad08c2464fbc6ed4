package io.longtail.followers.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.longtail.followers.AdoptedLog;
import io.longtail.followers.InMemoryLogNotes;
import io.longtail.followers.LogCheck;
import io.longtail.followers.LogRefusedException;
import io.longtail.followers.edgelist.LogPosition;
import io.longtail.local.kafka.EmbeddedKafka;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LogTopicIT {
  private static final int PARTITIONS = 3;

  private static EmbeddedKafka kafka;
  private static Admin admin;

  private final InMemoryLogNotes notes = new InMemoryLogNotes();

  @BeforeAll
  static void start() throws Exception {
    kafka = EmbeddedKafka.temporary();
    admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    kafka.close();
  }

  @Test
  void theLogIsAdmittedWithItsPartitions() throws Exception {
    create("plain");
    LogTopic topic = topic("plain");

    LogTopic.Identity admitted = topic.admit();

    assertThat(admitted.epoch()).isEqualTo(1);
    assertThat(admitted.partitions()).isEqualTo(PARTITIONS);
    assertThat(topic.identity()).isEqualTo(admitted);
    assertThat(topic("plain").admit().epoch()).as("at the next start").isEqualTo(1);
  }

  @Test
  void aTopicThatIsNotThereYetIsWaitedFor() {
    assertThatExceptionOfType(KafkaException.class)
        .isThrownBy(() -> topic("none").admit())
        .withMessageContaining("topic none");
  }

  @Test
  void aTopicThatWasCreatedAnewIsRefusedWhileRunningAndAtTheStart() throws Exception {
    create("anew");
    LogTopic running = topic("anew");
    running.admit();

    admin.deleteTopics(List.of("anew")).all().get(30, TimeUnit.SECONDS);
    Uuid id = create("anew");

    assertThatExceptionOfType(LogRefusedException.class).isThrownBy(running::identify);
    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> topic("anew").admit())
        .withMessageContaining("longtail.adopt-log=" + id);
    assertThat(topic("anew", id.toString()).admit().epoch()).isEqualTo(2);
    assertThat(topic("anew").admit().epoch()).isEqualTo(2);
  }

  @Test
  void aTopicThatWasGrownIsRefusedWhileRunningAndAtTheStart() throws Exception {
    create("grown");
    LogTopic running = topic("grown");
    running.admit();

    admin
        .createPartitions(Map.of("grown", NewPartitions.increaseTo(5)))
        .all()
        .get(30, TimeUnit.SECONDS);

    await()
        .atMost(Duration.ofSeconds(30)) // the broker tells of it a moment later
        .untilAsserted(
            () ->
                assertThatExceptionOfType(LogRefusedException.class)
                    .isThrownBy(running::identify)
                    .withMessageContaining("has 5 partitions, but had 3"));
    assertThatExceptionOfType(LogRefusedException.class).isThrownBy(() -> topic("grown").admit());
  }

  @Test
  void aLogThatIsShorterThanWhatIsAppliedIsRefused() throws Exception {
    create("short");
    topic("short").admit();
    notes.advance(new LogPosition(1, 2, 4));
    fill("short", 2, 4);

    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> topic("short").admit())
        .withMessageContaining("partition 2 ends at 4, but is applied up to 4");
    fill("short", 2, 1);
    assertThat(topic("short").admit().epoch()).isEqualTo(1);
  }

  @Test
  void aLogWhoseBeginningWasDeletedBeforeItWasAppliedIsRefused() throws Exception {
    create("deleted");
    topic("deleted").admit();
    fill("deleted", 1, 10);
    notes.advance(new LogPosition(1, 1, 3));

    deleteBefore("deleted", 1, 4);
    assertThat(topic("deleted").admit().epoch()).as("applied what was deleted").isEqualTo(1);
    deleteBefore("deleted", 1, 6);

    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> topic("deleted").admit())
        .withMessageContaining("partition 1 begins at 6, but is applied up to 3");
  }

  @Test
  void aCompactedLogIsRefused() throws Exception {
    create("compacted", Map.of("cleanup.policy", "compact,delete"));

    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> topic("compacted").admit())
        .withMessageContaining("cleanup.policy=compact,delete")
        .withMessageContaining("Set cleanup.policy=delete and retention.ms=-1");
  }

  private LogTopic topic(String name) {
    return new LogTopic(admin, name, new LogCheck(notes, notes, Optional.empty()));
  }

  private LogTopic topic(String name, String adopted) {
    return new LogTopic(
        admin, name, new LogCheck(notes, notes, Optional.of(AdoptedLog.parse(adopted))));
  }

  private static void fill(String topic, int partition, int records) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < records; i++) {
        producer.send(new ProducerRecord<>(topic, partition, null, new byte[1])).get();
      }
    }
  }

  private static void deleteBefore(String topic, int partition, long offset) throws Exception {
    admin
        .deleteRecords(
            Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offset)))
        .all()
        .get(30, TimeUnit.SECONDS);
  }

  private static Uuid create(String topic) throws Exception {
    return create(topic, Map.of());
  }

  private static Uuid create(String topic, Map<String, String> config) throws Exception {
    Uuid created =
        admin
            .createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1).configs(config)))
            .topicId(topic)
            .get(30, TimeUnit.SECONDS);
    // The broker tells of a topic a moment after it has made it.
    await()
        .ignoreExceptions()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                admin
                    .describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .topicId()
                    .equals(created));
    return created;
  }
}
