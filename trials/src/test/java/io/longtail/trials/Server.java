package io.longtail.trials;

import static org.awaitility.Awaitility.await;

import io.longtail.local.files.TemporaryDirectory;
import io.longtail.local.kafka.KafkaMain;
import io.longtail.local.mongo.MongoMain;
import io.longtail.local.net.Ports;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/** Kafka or the MongoDB-protocol server in its process, which can go away and come back. */
final class Server implements AutoCloseable {
  private static final Duration STARTED_WITHIN = Duration.ofMinutes(10);
  private static final Duration ENDED_WITHIN = Duration.ofMinutes(2);
  private static final int START_ATTEMPTS = 5;

  private final String name;
  private final TemporaryDirectory directory;
  private final IntFunction<List<String>> command;
  private int port = Ports.ANY;
  private JavaProcess process;

  private Server(String name, TemporaryDirectory directory, IntFunction<List<String>> command) {
    this.name = name;
    this.directory = directory;
    this.command = command;
    try {
      start();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  static Server kafka() {
    TemporaryDirectory directory = TemporaryDirectory.create("longtail-trial-kafka-");
    String data = directory.path().resolve("data").toString();
    return new Server(
        "kafka", directory, port -> Commands.local(512, KafkaMain.class, data, "" + port));
  }

  /** Documents are in memory: fast, and gone with the process. */
  static Server mongoInMemory() {
    return mongo(MongoMain.IN_MEMORY);
  }

  /** Documents are in a file, so that the server comes back with them. */
  static Server mongoOnDisk() {
    return mongo("");
  }

  private static Server mongo(String store) {
    TemporaryDirectory directory = TemporaryDirectory.create("longtail-trial-mongo-");
    String data = store.isEmpty() ? directory.path().resolve("data/all.mv").toString() : store;
    return new Server(
        "mongodb", directory, port -> Commands.local(2048, MongoMain.class, data, "" + port));
  }

  String address() {
    return Ports.HOST + ":" + port;
  }

  /** A directory that lives as long as this object. */
  Path directory() {
    return directory.path();
  }

  /** On the same data and the same port as before, if there was a before. */
  void start() {
    for (int attempt = 1; process == null; attempt++) {
      int wanted = port == Ports.ANY ? Ports.free() : port;
      JavaProcess started =
          new JavaProcess(name, directory.path().resolve(name + ".log"), command.apply(wanted));
      await()
          .atMost(STARTED_WITHIN)
          .ignoreExceptions()
          .until(() -> !started.isAlive() || accepts(wanted));
      if (started.isAlive()) {
        process = started;
        port = wanted;
      } else if (attempt == START_ATTEMPTS) {
        // Once or twice somebody else may have been faster to take the port.
        throw new IllegalStateException(name + " does not start:\n" + started.logText());
      }
    }
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(Ports.HOST, port), 2_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** SIGKILL: what was acknowledged is in the page cache of the system and stays. */
  void kill() {
    process.kill();
    process = null;
  }

  /**
   * SIGTERM: a kill loses acknowledged writes of this MongoDB, which a real one's journal keeps.
   */
  void stop() {
    process.terminate(ENDED_WITHIN);
    process = null;
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
      process = null;
    }
    directory.close();
  }
}
