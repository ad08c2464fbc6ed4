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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
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
  void badRowsAmongAHundredThousandCostThemselvesAlone() throws IOException {
    apply(1_000_000);
    StringBuilder rows = new StringBuilder("\uFEFF");
    for (int i = 0; i < 100_000; i++) {
      rows.append(
          switch (i) {
            case 500 -> "7 7";
            case 50_000 -> "\u0000\u0001 \u0002";
            case 99_999 -> "1 2 yesterday";
            default -> i % 1_000 + "\t" + (2_000 + i % 990);
          });
      rows.append("\r\n");
    }
    RefusedRows refused = new RefusedRows(Optional.empty());

    Outcome outcome = run(rows.toString(), refused);

    assertThat(outcome.rows()).isEqualTo(100_000);
    assertThat(outcome.sent()).isEqualTo(99_997);
    assertThat(refused.kept())
        .extracting(row -> row.lineNumber())
        .containsExactly(501L, 50_001L, 100_000L);
    assertThat(log())
        .hasSize(99_997)
        .first()
        .extracting(ImporterIT::inWords)
        .isEqualTo("Follow 0 2000");
  }

  @Test
  void compressedRowsThatEndEarlyAreImportedUpToThereAndTheLossIsTold() throws IOException {
    apply(1_000_000);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      for (int i = 0; i < 20_000; i++) {
        gzip.write(
            (i * 7_919 % 20_011 + " " + (30_000 + i * 104_729L % 20_011) + "\n").getBytes(UTF_8));
      }
    }
    RefusedRows refused = new RefusedRows(Optional.empty());

    Outcome outcome = run(Arrays.copyOf(packed.toByteArray(), packed.size() / 2), refused);

    assertThat(outcome.sent()).isBetween(1L, 19_999L);
    assertThat(log()).hasSize((int) outcome.sent());
    assertThat(refused.counts()).isEqualTo(Map.of(Refusal.CUT_OFF, 1L));
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

  @Test
  void progressUnderNoLogInParticularIsThatOfTheFirst() throws IOException {
    apply(1_000);
    followers.getCollection("log").drop();

    Outcome outcome = run("1 2\n", new RefusedRows(Optional.empty()));

    assertThat(outcome.everythingApplied()).isTrue();
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
    return run(content.getBytes(UTF_8), refused);
  }

  private Outcome run(byte[] content, RefusedRows refused) throws IOException {
    Path path = Files.write(directory.resolve("edges"), content);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console = new Console(nowhere, nowhere, false);
    try (EdgeFile file = EdgeFile.open(path);
        EdgePublisher publisher = new EdgePublisher(kafka.bootstrapServers(), prefix)) {
      return new Importer(publisher, new StoredProgress(followers, SHORT), console)
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
