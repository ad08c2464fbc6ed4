package io.longtail.local.importing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.importing.Importer.Outcome;
import io.longtail.local.kafka.EmbeddedKafka;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.mongo.EmbeddedMongo;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImporterIT {
  private static final Duration SHORT = Duration.ofMillis(300);

  private static EmbeddedKafka kafka;
  private static EmbeddedMongo mongo;
  private static MongoClient client;
  private static int tests;

  @TempDir Path directory;
  private String prefix;
  private MongoDatabase followers;

  @BeforeAll
  static void startServers() {
    kafka = EmbeddedKafka.temporary();
    mongo = EmbeddedMongo.inMemory();
    client = MongoClients.create(mongo.connectionString());
  }

  @AfterAll
  static void stopServers() {
    client.close();
    mongo.close();
    kafka.close();
  }

  @BeforeEach
  void createTopics() {
    prefix = "t" + tests++ + "-";
    try (TopicProvisioner provisioner = new TopicProvisioner(kafka.bootstrapServers())) {
      provisioner.provision(prefix, 1);
    }
    followers = client.getDatabase(prefix + "followers");
  }

  @Test
  void goodRowsGoIntoTheLogInTheirOrderAndEachBadOneIsTold() throws IOException {
    apply(1_000);
    RefusedRows refused = new RefusedRows(Optional.of(directory.resolve("refused")));

    Outcome outcome =
        run("# edges\r\n1\t2\r\n2\t2\r\n-1\t2\r\n1\t2\t1700000000\r\nnonsense\r\n", refused);
    refused.close();

    assertThat(log())
        .extracting(ImporterIT::inWords)
        .containsExactly("Follow 1 2", "Unfollow 1 2", "Follow 1 2");
    assertThat(outcome.rows()).isEqualTo(5);
    assertThat(outcome.sent()).isEqualTo(3);
    assertThat(outcome.refused()).isEqualTo(2);
    assertThat(outcome.everythingApplied()).isTrue();
    assertThat(refused.counts())
        .isEqualTo(Map.of(Refusal.SELF_FOLLOW, 1L, Refusal.FOLLOWEE_MISSING, 1L));
    assertThat(directory.resolve("refused"))
        .hasContent("3\tfollows itself\t2\t2\n6\tno second id\tnonsense\n");
  }

  @Test
  void keepsTheFirstTwentyRefusedRowsAndCountsAll() throws IOException {
    RefusedRows refused = new RefusedRows(Optional.empty());

    run("1 1\n".repeat(30), refused);

    assertThat(refused.count()).isEqualTo(30);
    assertThat(refused.kept()).hasSize(20);
    assertThat(refused.kept().get(19).lineNumber()).isEqualTo(20);
  }

  @Test
  void aFileWithoutRowsIsDoneAtOnce() throws IOException {
    Outcome outcome = run("", new RefusedRows(Optional.empty()));

    assertThat(outcome.rows()).isZero();
    assertThat(outcome.everythingApplied()).isTrue();
  }

  @Test
  void isNotAppliedUntilProgressReachesTheLastEvent() throws IOException {
    apply(0);

    Outcome outcome = run("1 2\n3 4\n", new RefusedRows(Optional.empty()));

    assertThat(outcome.sent()).isEqualTo(2);
    assertThat(outcome.everythingApplied()).isFalse();
  }

  @Test
  void whatWasAppliedOfAnEarlierLogIsNotApplied() throws IOException {
    apply(1_000);
    followers
        .getCollection("log")
        .updateOne(new Document("_id", "follow-events"), Updates.set("epoch", 2));

    Outcome outcome = run("1 2\n", new RefusedRows(Optional.empty()));

    assertThat(outcome.everythingApplied()).isFalse();
  }

  private void apply(long offset) {
    followers
        .getCollection("log")
        .insertOne(new Document("_id", "follow-events").append("epoch", 1L).append("topicId", "x"));
    followers
        .getCollection("progress")
        .insertOne(
            new Document("_id", "0")
                .append("schemaVersion", 1)
                .append("epoch", 1)
                .append("offset", offset));
  }

  private Outcome run(String content, RefusedRows refused) throws IOException {
    Path path = Files.write(directory.resolve("edges"), content.getBytes(UTF_8));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console = new Console(nowhere, nowhere, false);
    try (EdgeFile file = EdgeFile.open(path);
        EdgePublisher publisher = new EdgePublisher(kafka.bootstrapServers(), prefix)) {
      return new Importer(publisher, new AppliedOffsets(followers, SHORT), console)
          .run(file, refused);
    }
  }

  private List<FollowEvent> log() {
    TopicPartition partition = new TopicPartition(Topic.FOLLOW_EVENTS.name(prefix), 0);
    List<FollowEvent> events = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          events.add((FollowEvent) EventCodec.decodeLogEntry(record.key(), record.value()));
        }
      }
    }
    return events;
  }

  private static String inWords(FollowEvent event) {
    return event.getClass().getSimpleName()
        + " "
        + event.edge().follower()
        + " "
        + event.edge().followee();
  }
}
