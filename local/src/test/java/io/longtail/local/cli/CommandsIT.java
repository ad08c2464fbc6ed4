package io.longtail.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.kafka.EmbeddedKafka;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredListsFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say last and exit with, on a stack in which everything counts as applied. */
class CommandsIT {
  private static EmbeddedKafka kafka;
  private static EmbeddedMongo mongo;
  private static int tests;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  @TempDir Path directory;
  private String prefix;
  private StackClients clients;

  @BeforeAll
  static void startServers() {
    kafka = EmbeddedKafka.temporary();
    mongo = EmbeddedMongo.inMemory();
  }

  @AfterAll
  static void stopServers() {
    mongo.close();
    kafka.close();
  }

  @BeforeEach
  void createTopics() {
    prefix = "c" + tests++ + "-";
    try (TopicProvisioner provisioner = new TopicProvisioner(kafka.bootstrapServers())) {
      provisioner.provision(prefix, 1);
    }
    clients =
        new StackClients(
            new StackAddress(kafka.bootstrapServers(), mongo.connectionString(), prefix, Map.of()));
    clients
        .database("followers")
        .getCollection("progress")
        .insertOne(new Document("_id", "0").append("epoch", 1).append("offset", 1_000_000L));
  }

  @AfterEach
  void disconnect() {
    clients.close();
  }

  @Test
  void anEmptyFileIsImportedAtOnceAndWell() throws IOException {
    assertThat(importOf(new byte[0])).isZero();

    assertThat(last(out)).startsWith("{\"rows\":0,\"sent\":0,\"refused\":0,");
  }

  @Test
  void goodRowsAloneAreWell() throws IOException {
    assertThat(importOf("\uFEFF1 2\r\n1 2\r\n".getBytes(UTF_8))).isZero();

    assertThat(last(out)).startsWith("{\"rows\":2,\"sent\":2,\"refused\":0,");
  }

  @Test
  void aBinaryFileIsRefusedLineByLineAndTheExitCodeSaysSo() throws IOException {
    byte[] binary = {0x7f, 'E', 'L', 'F', 0, 1, '\n', 2, 3, '\n', (byte) 0xff};

    assertThat(importOf(binary)).isEqualTo(3);

    assertThat(last(out)).startsWith("{\"rows\":3,\"sent\":0,\"refused\":3,");
  }

  @Test
  void aCompressedFileThatEndsEarlyIsImportedUpToThereAndTheExitCodeSaysSo() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      for (int i = 0; i < 5_000; i++) {
        gzip.write((i * 7_919 % 20_011 + " " + (30_000 + i)).getBytes(UTF_8));
        gzip.write('\n');
      }
    }

    assertThat(importOf(Arrays.copyOf(packed.toByteArray(), packed.size() / 2))).isEqualTo(3);

    assertThat(last(out)).contains("\"refused\":1,");
    assertThat(out.toString(UTF_8)).contains("ends early");
  }

  @Test
  void anImportThatTheBrokerRefusesIsSafeToRepeat() throws Exception {
    refuseEvents();

    assertThat(importOf("1 2\n".getBytes(UTF_8))).isEqualTo(1);

    assertThat(last(err))
        .startsWith("longtail: Kafka took 0 events and then no more: ")
        .endsWith("; importing the same file again is safe");
  }

  @Test
  void aRepairThatTheBrokerRefusesIsSafeToRepeat() throws Exception {
    storeListWithRepeat();
    refuseEvents();

    assertThat(run("verify", "--repair")).isEqualTo(1);

    assertThat(last(err))
        .startsWith("longtail: Kafka took 0 events and then no more: ")
        .endsWith("; repeating the repair is safe");
  }

  @Test
  void theJsonOfVerifySaysWhatItFound() {
    storeListWithRepeat();

    assertThat(run("verify", "--json")).isEqualTo(1);

    assertThat(last(out))
        .startsWith("{\"lists\":1,\"edges\":2,\"drained\":true,\"violationCount\":3,")
        .contains("{\"law\":1,\"user\":\"ada\",\"detail\":\"followers: f is listed 2 times\"}");
  }

  @Test
  void aStackWithoutTheTopicIsNotReached() {
    prefix = "nobody-";

    assertThat(run("verify")).isEqualTo(5);

    assertThat(last(err)).contains("no topic nobody-follow-events");
  }

  private void storeListWithRepeat() {
    new StoredListsFixture(clients.database("followers"), clients.database("stats"))
        .head(Side.FOLLOWERS, "ada", "f", "f");
  }

  private void refuseEvents() throws Exception {
    ConfigResource topic =
        new ConfigResource(ConfigResource.Type.TOPIC, Topic.FOLLOW_EVENTS.name(prefix));
    AlterConfigOp tiny = new AlterConfigOp(new ConfigEntry("max.message.bytes", "10"), OpType.SET);
    clients.admin().incrementalAlterConfigs(Map.of(topic, List.of(tiny))).all().get();
  }

  private int importOf(byte[] content) throws IOException {
    Path file = Files.write(directory.resolve("edges"), content);
    return run("import", file.toString(), "--json");
  }

  private int run(String... arguments) {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.addAll(
        List.of(
            "--kafka",
            kafka.bootstrapServers(),
            "--mongo",
            mongo.connectionString(),
            "--prefix",
            prefix));
    Console console =
        new Console(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    return Longtail.run(console, command.toArray(String[]::new));
  }

  private static String last(ByteArrayOutputStream stream) {
    List<String> lines = stream.toString(UTF_8).lines().toList();
    return lines.get(lines.size() - 1);
  }
}
