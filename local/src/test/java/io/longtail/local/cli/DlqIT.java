package io.longtail.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.kafka.EmbeddedKafka;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.net.Ports;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DlqIT {
  private static EmbeddedKafka kafka;
  private static int tests;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String prefix;

  @BeforeAll
  static void startKafka() {
    kafka = EmbeddedKafka.temporary();
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  @BeforeEach
  void createTopics() {
    prefix = "d" + tests++ + "-";
    try (TopicProvisioner provisioner = new TopicProvisioner(kafka.bootstrapServers())) {
      provisioner.provision(prefix, 2);
    }
  }

  @Test
  void withoutDeadLettersTheListIsEmptyAndWell() {
    assertThat(run("list", "--json")).isZero();

    assertThat(printed(out))
        .containsExactly("0 dead letters", "{\"deadLetters\":0,\"reasons\":{},\"items\":[]}");
  }

  @Test
  void theListHasPlaceOriginKeySizeAndReasonOfEachAndCountsReasons() {
    bury(0, "bob", "{}", "type must be a string", 3, 17);
    bury(1, (byte[]) null, null, "key must be present", 1, 5);
    bury(1, "eve", "[1]", "type must be a string", 1, 6);

    assertThat(run("list", "--json")).isZero();

    assertThat(printed(out))
        .map(line -> line.strip().replaceAll(" {2,}", "  "))
        .containsExactly(
            "0:0  follow-events 3:17  bob  2 B  type must be a string",
            "1:0  follow-events 1:5  (no key)  0 B  key must be present",
            "1:1  follow-events 1:6  eve  3 B  type must be a string",
            "1  key must be present",
            "2  type must be a string",
            "3 dead letters",
            "{\"deadLetters\":3,\"reasons\":{\"key must be present\":1,\"type must be a string\":2},"
                + "\"items\":["
                + "{\"position\":\"0:0\",\"reason\":\"type must be a string\","
                + "\"topic\":\"follow-events\",\"partition\":\"3\",\"offset\":\"17\","
                + "\"key\":\"bob\",\"bytes\":2},"
                + "{\"position\":\"1:0\",\"reason\":\"key must be present\","
                + "\"topic\":\"follow-events\",\"partition\":\"1\",\"offset\":\"5\","
                + "\"key\":\"(no key)\",\"bytes\":0},"
                + "{\"position\":\"1:1\",\"reason\":\"type must be a string\","
                + "\"topic\":\"follow-events\",\"partition\":\"1\",\"offset\":\"6\","
                + "\"key\":\"eve\",\"bytes\":3}]}");
  }

  @Test
  void theListKeepsAHundredForJsonAndCountsAll() {
    for (int i = 0; i < 120; i++) {
      bury(0, "k" + i, "x", "value must be one JSON object", 0, i);
    }

    assertThat(run("list", "--json")).isZero();

    assertThat(printed(out)).hasSize(120 + 3).contains("120 dead letters");
    assertThat(printed(out).get(122).split("\"position\"")).hasSize(1 + 100);
  }

  @Test
  void showsTextAsText() {
    bury(0, "bob", "{\n \"type\":\"FOLLOW\"}", "too short", 3, 17);

    assertThat(run("show", "0:0")).isZero();

    assertThat(printed(out))
        .filteredOn(line -> !line.startsWith("refused"))
        .containsExactly(
            "reason  too short",
            "from    follow-events 3:17",
            "header  trace: abc",
            "header  dead-letter-reason: too short",
            "header  dead-letter-topic: follow-events",
            "header  dead-letter-partition: 3",
            "header  dead-letter-offset: 17",
            "key     bob",
            "value   19 bytes",
            "{",
            " \"type\":\"FOLLOW\"}");
  }

  @Test
  void aDeadLetterThatWasRefusedAgainHasItsLastReasonAndAllHeaders() {
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(Topic.FOLLOW_EVENTS_DLQ.name(prefix), 0, bytes("bob"), bytes("{}"));
    addHeaders(letter, "first reason", 3, 17);
    addHeaders(letter, "second reason", 3, 99);
    send(letter);

    assertThat(run("show", "0:0")).isZero();

    assertThat(printed(out))
        .filteredOn(line -> !line.startsWith("refused"))
        .startsWith(
            "reason  second reason",
            "from    follow-events 3:99",
            "header  dead-letter-reason: first reason",
            "header  dead-letter-topic: follow-events",
            "header  dead-letter-partition: 3",
            "header  dead-letter-offset: 17",
            "header  dead-letter-reason: second reason",
            "header  dead-letter-topic: follow-events",
            "header  dead-letter-partition: 3",
            "header  dead-letter-offset: 99");
  }

  @Test
  void showsAnythingElseInHexadecimalWithoutControlCharacters() {
    bury(0, new byte[] {(byte) 0xff, 1}, new byte[] {0, 27, '[', 'A', (byte) 0xfe}, "not text");

    assertThat(run("show", "0:0")).isZero();

    assertThat(printed(out))
        .contains(
            "key     0xff01",
            "value   5 bytes",
            "00000000  00 1b 5b 41 fe" + " ".repeat(35) + "..[A.");
    assertThat(out.toString(UTF_8)).doesNotContain("\u001b");
  }

  @Test
  void rawIsTheValueByteForByte() {
    byte[] value = {0, 1, '\n', (byte) 0xfe, 2};
    bury(0, new byte[] {'k'}, value, "not text");

    assertThat(run("show", "0:0", "--raw")).isZero();

    assertThat(out.toByteArray()).isEqualTo(value);
  }

  @Test
  void aPlaceWhereThereIsNoneIsAClearFailure() {
    for (String position : List.of("0:0", "1:99", "77:0")) {
      assertThat(run("show", position)).isEqualTo(1);
      assertThat(printed(err)).last().asString().contains("no dead letter at " + position);
    }
    assertThat(run("show", "seventeen")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(printed(err)).contains("longtail: list or show is missing");
  }

  @Test
  void aStackWithoutTheTopicIsNotReached() {
    prefix = "nobody-";

    assertThat(run("list")).isEqualTo(5);

    assertThat(printed(err)).last().asString().contains("no topic nobody-follow-events-dlq");
  }

  private void bury(int partition, String key, String value, String reason, int from, long offset) {
    bury(
        partition,
        key == null ? null : key.getBytes(UTF_8),
        value == null ? null : value.getBytes(UTF_8),
        reason,
        from,
        offset);
  }

  private void bury(int partition, byte[] key, byte[] value, String reason) {
    bury(partition, key, value, reason, 0, 0);
  }

  private void bury(int partition, byte[] key, byte[] value, String reason, int from, long offset) {
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(Topic.FOLLOW_EVENTS_DLQ.name(prefix), partition, key, value);
    letter.headers().add("trace", bytes("abc"));
    addHeaders(letter, reason, from, offset);
    send(letter);
  }

  private static void addHeaders(
      ProducerRecord<byte[], byte[]> letter, String reason, int from, long offset) {
    letter
        .headers()
        .add("dead-letter-reason", bytes(reason))
        .add("dead-letter-topic", bytes("follow-events"))
        .add("dead-letter-partition", bytes(Integer.toString(from)))
        .add("dead-letter-offset", bytes(Long.toString(offset)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void send(ProducerRecord<byte[], byte[]> letter) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(letter);
      producer.flush();
    }
  }

  private int run(String... arguments) {
    List<String> command = new ArrayList<>(List.of("dlq"));
    command.addAll(List.of(arguments));
    if (arguments.length > 0) {
      command.addAll(List.of("--kafka", Ports.HOST + ":" + port(), "--prefix", prefix));
    }
    Console console =
        new Console(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    return Longtail.run(console, command.toArray(new String[0]));
  }

  private static String port() {
    String servers = kafka.bootstrapServers();
    return servers.substring(servers.lastIndexOf(':') + 1);
  }

  private static List<String> printed(ByteArrayOutputStream stream) {
    return stream.toString(UTF_8).lines().toList();
  }
}
