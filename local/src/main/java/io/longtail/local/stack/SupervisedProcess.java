package io.longtail.local.stack;

import io.longtail.local.console.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process of one {@link Part}: started, waited for, started again when it dies, stopped. */
final class SupervisedProcess {
  private static final Duration READY_WITHIN = Duration.ofSeconds(180);
  private static final Duration ASK_AGAIN_AFTER = Duration.ofMillis(100);
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(20);

  /** Doubled with each death in a row, so that a broken part does not take the machine. */
  private static final Duration RESTART_DELAY_MIN = Duration.ofMillis(500);

  private static final Duration RESTART_DELAY_MAX = Duration.ofSeconds(30);

  private final Part part;
  private final Console console;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private Process process;

  SupervisedProcess(Part part, Console console) {
    this.part = part;
    this.console = console;
  }

  Part part() {
    return part;
  }

  /** Starts it, with an empty log. */
  void start() {
    try {
      Files.createDirectories(part.log().getParent());
      Files.deleteIfExists(part.log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    spawn();
  }

  private synchronized void spawn() {
    if (isStopping()) {
      return;
    }
    List<String> command = new ArrayList<>();
    // Ctrl-C goes to every process of the terminal. An ignored signal stays ignored across exec:
    // the parts end when they are told to, in order, and not all at once.
    command.addAll(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh"));
    command.addAll(part.command());
    try {
      process =
          new ProcessBuilder(command)
              .directory(part.log().getParent().toFile())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(part.log().toFile()))
              .start();
    } catch (IOException e) {
      throw new StartFailedException(part.name() + " cannot be started: " + e.getMessage());
    }
  }

  /** Waits until it can be used. */
  void awaitReady() {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    Process started = current();
    while (!part.readiness().isReady()) {
      if (isStopping()) {
        return;
      }
      if (!started.isAlive()) {
        throw new StartFailedException(
            part.name() + " ended with exit code " + started.exitValue() + "\n" + tail());
      }
      if (System.nanoTime() > deadline) {
        throw new StartFailedException(
            part.name() + " is not ready after " + READY_WITHIN.toSeconds() + " s\n" + tail());
      }
      pause(ASK_AGAIN_AFTER);
    }
  }

  /** From now on it is started again when it dies. */
  void watch() {
    Thread watcher = new Thread(this::restartUntilStopped, "watch-" + part.name());
    watcher.setDaemon(true);
    watcher.start();
  }

  private void restartUntilStopped() {
    Duration delay = RESTART_DELAY_MIN;
    while (true) {
      Process died = current();
      int exitCode = died.onExit().join().exitValue();
      if (isStopping()) {
        return;
      }
      console.problem("%s died (exit code %d), starting it again", part.name(), exitCode);
      pause(delay);
      try {
        spawn();
        awaitReady();
        if (!isStopping()) {
          console.line("%s is back", part.name());
        }
        delay = RESTART_DELAY_MIN;
      } catch (StartFailedException e) {
        console.problem("%s", e.getMessage());
        kill();
        delay = delay.multipliedBy(2);
        delay = delay.compareTo(RESTART_DELAY_MAX) > 0 ? RESTART_DELAY_MAX : delay;
      }
    }
  }

  private void pause(Duration duration) {
    try {
      stopping.await(duration.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  private synchronized Process current() {
    return process;
  }

  private void kill() {
    current().destroyForcibly().onExit().join();
  }

  /** From now on its end is no death. */
  synchronized void expectEnd() {
    stopping.countDown();
  }

  /** Asks it to end, and makes it end when it does not. */
  void stop() {
    expectEnd();
    Process running = current();
    if (running == null) {
      return;
    }
    running.destroy();
    try {
      if (!running.waitFor(STOPPED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        console.problem(
            "%s did not end in %d s and is killed", part.name(), STOPPED_WITHIN.toSeconds());
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
  }

  private String tail() {
    return LogTail.of(part.log());
  }

  long pid() {
    return current().pid();
  }
}
