package io.longtail.trials;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of a trial, which can be killed, asked to end and stalled. It is tethered: it ends when
 * this JVM is gone, whatever became of the trial.
 */
class JavaProcess implements AutoCloseable {
  /** A stalled process cannot notice that this JVM is gone: it is woken by then in any case. */
  private static final Duration STALLED_MAX = Duration.ofMinutes(15);

  private static final Duration DEAD_WITHIN = Duration.ofSeconds(60);

  private final String name;
  private final Path log;
  private final Process process;
  private Process waker;

  JavaProcess(String name, Path log, List<String> command) {
    this.name = name;
    this.log = log;
    try {
      Files.createDirectories(log.getParent());
      this.process =
          new ProcessBuilder(command)
              .directory(log.getParent().toFile())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(log.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  /** All that it has written. */
  String logText() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  /** Its last line that is a JSON object, as commands end with one. */
  JsonNode lastJson() {
    List<String> objects = logText().lines().filter(line -> line.startsWith("{")).toList();
    try {
      return ServiceProcess.JSON.readTree(objects.get(objects.size() - 1));
    } catch (IOException | IndexOutOfBoundsException e) {
      throw new AssertionError(name + " ended without an object:\n" + logText(), e);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitCode() {
    return process.exitValue();
  }

  /** SIGKILL. Returns when it is gone. */
  void kill() {
    process.destroyForcibly();
    awaitEnd(DEAD_WITHIN);
  }

  /**
   * SIGTERM. Returns the exit code.
   *
   * @throws IllegalStateException if it has not ended within the time
   */
  int terminate(Duration within) {
    process.destroy();
    awaitEnd(within);
    return process.exitValue();
  }

  private void awaitEnd(Duration within) {
    try {
      if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(name + " has not ended within " + within);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** SIGSTOP: everything in it stands still, its connections stay open. */
  void stall() {
    shell("kill -STOP " + process.pid(), true);
    waker = shell("sleep " + STALLED_MAX.toSeconds() + "; kill -CONT " + process.pid(), false);
  }

  /** SIGCONT. */
  void resume() {
    // The shell and what it waits for; it must not wake anybody who has the number later.
    waker.descendants().forEach(ProcessHandle::destroyForcibly);
    waker.destroyForcibly();
    shell("kill -CONT " + process.pid(), true);
  }

  private static Process shell(String command, boolean wait) {
    try {
      Process shell =
          new ProcessBuilder("/bin/sh", "-c", command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      if (wait && shell.waitFor() != 0) {
        throw new IllegalStateException("failed: " + command);
      }
      return shell;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Ends it at once, if it has not ended. */
  @Override
  public void close() {
    if (waker != null) {
      waker.descendants().forEach(ProcessHandle::destroyForcibly);
      waker.destroyForcibly();
    }
    if (isAlive()) {
      kill();
    }
  }
}
