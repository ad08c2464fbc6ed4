package io.longtail.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.longtail.local.console.Console;
import io.longtail.local.mongo.MongoMain;
import io.longtail.local.net.Ports;
import io.longtail.local.tether.Tether;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisedProcessIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;
  private final int port = Ports.free();
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream screen = new PrintStream(shown, true, StandardCharsets.UTF_8);
  private final Console console = new Console(screen, screen, false);

  @Test
  void aProcessThatDiesIsNamedAndStartedAgain() {
    SupervisedProcess process = new SupervisedProcess(server(tethered()), console);
    process.start();
    try {
      process.awaitReady();
      process.watch();

      ProcessHandle.of(process.pid()).orElseThrow().destroyForcibly();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(shown.toString(StandardCharsets.UTF_8))
                      .contains("server died (exit code 137), starting it again")
                      .contains("server is back"));
      assertThat(Ports.isFree(port)).isFalse();
    } finally {
      process.stop();
    }
    assertThat(Ports.isFree(port)).isTrue();
  }

  @Test
  void aProcessThatDoesNotStartIsToldWithTheEndOfItsLog() {
    List<String> command = List.of("/bin/sh", "-c", "echo something is wrong; exit 3");
    SupervisedProcess process = new SupervisedProcess(server(command), console);
    process.start();

    assertThatThrownBy(process::awaitReady)
        .isInstanceOf(StartFailedException.class)
        .hasMessageContaining("server ended with exit code 3")
        .hasMessageContaining("something is wrong");
  }

  @Test
  void aTetheredProcessEndsWhenItsParentsEndOfThePipeIsClosed() throws Exception {
    Process child = new ProcessBuilder(tethered()).redirectErrorStream(true).start();
    try {
      await().atMost(PATIENCE).until(() -> !Ports.isFree(port));

      child.getOutputStream().close();

      assertThat(child.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).isEqualTo(143);
    } finally {
      child.destroyForcibly();
    }
  }

  private List<String> tethered() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        Tether.class.getName(),
        MongoMain.class.getName(),
        MongoMain.IN_MEMORY,
        Integer.toString(port));
  }

  private Part server(List<String> command) {
    return new Part(
        "server", "somewhere", command, directory.resolve("server.log"), Readiness.accepts(port));
  }
}
