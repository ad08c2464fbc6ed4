package io.longtail.local.cli;

import io.longtail.local.console.Console;
import io.longtail.local.files.TemporaryDirectory;
import io.longtail.local.net.Ports;
import io.longtail.local.stack.Service;
import io.longtail.local.stack.Stack;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackPlan;
import io.longtail.local.stack.StartFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * A stack that this command has started and stops when it ends: by itself, by Ctrl-C or by SIGTERM.
 */
final class RunningStack implements AutoCloseable {
  private final Console console;
  private final Stack stack;
  private final StackAddress address;
  private final AutoCloseable data;
  private final CountDownLatch stopAsked = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stopAsAsked, "stop-stack");
  private boolean closed;

  private RunningStack(Console console, Stack stack, StackAddress address, AutoCloseable data) {
    this.console = console;
    this.stack = stack;
    this.address = address;
    this.data = data;
  }

  /**
   * Starts everything and prints where it is.
   *
   * @param directory where data is kept; empty: nothing is kept
   */
  static RunningStack start(Console console, StackOptions options, Optional<Path> directory) {
    StackAddress address = options.address();
    requireFreePorts(options);
    Path home = Path.of(System.getProperty("longtail.home", "")).toAbsolutePath();
    AutoCloseable data;
    Path path;
    if (directory.isPresent()) {
      path = directory.get().toAbsolutePath().normalize();
      data = lock(path);
    } else {
      TemporaryDirectory temporary = TemporaryDirectory.create("longtail-");
      path = temporary.path();
      data = temporary;
    }
    StackPlan plan =
        new StackPlan(
            home,
            path,
            directory.isEmpty(),
            options.usesOwnKafka() ? Optional.of(options.kafkaPort()) : Optional.empty(),
            options.usesOwnMongo() ? Optional.of(options.mongoPort()) : Optional.empty(),
            address);
    RunningStack running = new RunningStack(console, new Stack(plan, console), address, data);
    Runtime.getRuntime().addShutdownHook(running.hook);
    running.begin(path);
    return running;
  }

  private static void requireFreePorts(StackOptions options) {
    options
        .portsByFlag()
        .forEach(
            (flag, port) -> {
              if (!Ports.isFree(port)) {
                throw new StartFailedException(
                    "port " + port + " is taken; give another one with " + flag);
              }
            });
  }

  /** Two stacks on one directory would destroy each other's data. */
  private static AutoCloseable lock(Path directory) {
    try {
      Files.createDirectories(directory);
      FileChannel channel =
          FileChannel.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock;
      try {
        lock = channel.tryLock();
      } catch (OverlappingFileLockException e) {
        lock = null;
      }
      if (lock == null) {
        channel.close();
        throw new StartFailedException(
            "another stack runs on " + directory + "; give another directory with --data");
      }
      return channel;
    } catch (IOException e) {
      throw new StartFailedException("cannot use " + directory + " (--data): " + e.getMessage());
    }
  }

  private void begin(Path path) {
    console.line("starting in %s", path);
    try {
      stack.start();
    } catch (RuntimeException e) {
      if (stopAsked.getCount() == 0) {
        // Stopped in the middle of the start: what failed, failed because of that.
        awaitStop();
      }
      close();
      throw e;
    }
    if (stopAsked.getCount() == 0) {
      awaitStop();
    }
    console.line("");
    for (Service service : Service.values()) {
      console.line("  %-17s %s", service.folder(), address.url(service));
    }
    console.line("  %-17s %s", "kafka", address.kafka());
    console.line("  %-17s %s", "mongodb", address.mongo());
    console.line("  %-17s %s", "logs", stack.logs());
    console.line("");
  }

  StackAddress address() {
    return address;
  }

  /** Says that it can be used, and stays until somebody asks to stop. */
  void stay() {
    console.line("longtail: ready");
    awaitStop();
  }

  /** Never returns: the shutdown that was asked for ends the JVM. */
  private void awaitStop() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stopAsAsked() {
    stopAsked.countDown();
    console.line("longtail: stopping");
    stopOnce();
    console.line("longtail: stopped");
    // Asked to stop and stopped: that went well, whatever signal it was.
    Runtime.getRuntime().halt(ExitCode.WELL);
  }

  @Override
  public void close() {
    stopOnce();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // Already on the way down: the hook has the last word.
      awaitStop();
    }
  }

  private synchronized void stopOnce() {
    if (closed) {
      return;
    }
    closed = true;
    stack.close();
    try {
      data.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
