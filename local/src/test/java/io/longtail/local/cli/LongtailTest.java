package io.longtail.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoTimeoutException;
import io.longtail.local.console.Console;
import io.longtail.local.net.Ports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LongtailTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream screen = new PrintStream(shown, true, StandardCharsets.UTF_8);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                | a command is missing",
        "frobnicate                        | frobnicate",
        "import                            | FILE",
        "import /there/is/no/such/file     | no readable file",
        "up --kafka-port 70000             | --kafka-port must be a port",
        "up --user-port 0                  | --user-port must be a port",
        "up --kafka-port 8081              | --kafka-port and --user-port are both 8081",
        "up --kafka nowhere                | --kafka must be HOST:PORT",
        "up --mongo nowhere                | --mongo must be a MongoDB connection string",
        "up --prefix A/                    | --prefix must be",
        "up --ephemeral --data x           | mutually exclusive",
        "verify --wait long                | --wait"
      })
  void wrongUsageIsToldAndExitsWith2(String arguments, String message) {
    assertThat(run(arguments)).isEqualTo(2);
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains(message)
        .contains("--help says how");
  }

  @Test
  void aTakenPortIsNamedWithItsFlagBeforeAnythingStarts() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(Ports.HOST))) {
      int port = taken.getLocalPort();

      assertThat(run("up --ephemeral --kafka-port " + port)).isEqualTo(1);

      assertThat(shown.toString(StandardCharsets.UTF_8))
          .isEqualToIgnoringNewLines(
              "longtail: port " + port + " is taken; give another one with --kafka-port");
    }
  }

  @Test
  void aStackThatIsNotThereIsNamedAndExitsWith5(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("edges"), "1 2\n");
    int nobody = Ports.free();

    assertThat(run("import " + file + " --kafka-port " + nobody)).isEqualTo(5);
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("no Kafka answers at 127.0.0.1:" + nobody)
        .contains("--kafka-port");
  }

  @Test
  void aPartOfTheStackThatGoesDuringTheWorkIsNamedInWordsAndExitsWith5() {
    Console console = new Console(screen, screen, false);
    Exception kafka =
        new IllegalStateException("Kafka: timed out", new TimeoutException("timed out"));

    assertThat(Longtail.exitCode(console, kafka)).isEqualTo(5);
    assertThat(Longtail.exitCode(console, new MongoTimeoutException("no server"))).isEqualTo(5);
    assertThat(Longtail.exitCode(console, new IllegalStateException("a fault"))).isEqualTo(1);

    assertThat(shown.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "longtail: Kafka does not answer any more: Kafka: timed out",
            "longtail: MongoDB does not answer any more: no server",
            "longtail: java.lang.IllegalStateException: a fault");
  }

  private int run(String arguments) {
    return Longtail.run(
        new Console(screen, screen, false),
        arguments.isEmpty() ? new String[0] : arguments.split(" "));
  }
}
