package io.longtail.local.kafka;

import io.longtail.local.files.TemporaryDirectory;
import io.longtail.local.net.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;

/**
 * A real Kafka broker (KRaft, one node) inside this JVM, on the loopback address. What was
 * acknowledged is still there when the same directory is opened again, on other ports too.
 *
 * <p>The broker would end the JVM on a fatal fault. Inside a JVM that is not its own it must not:
 * from the first start on, its requests to exit are ignored and show as a failing start or as a
 * broker that no longer answers. A JVM that has nothing else to do takes them back with {@link
 * #letFatalFaultsEndThisJvm}.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private static final int BIND_ATTEMPTS = 10;

  private final KafkaRaftServer server;
  private final int port;
  private final AutoCloseable afterwards;

  private EmbeddedKafka(KafkaRaftServer server, int port, AutoCloseable afterwards) {
    this.server = server;
    this.port = port;
    this.afterwards = afterwards;
  }

  /** A broker on a free port, whose data is deleted when it is closed. */
  public static EmbeddedKafka temporary() {
    TemporaryDirectory directory = TemporaryDirectory.create("longtail-kafka-");
    try {
      return start(directory.path(), Ports.ANY, directory);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /** A broker whose data is kept in the directory, on the port or on {@link Ports#ANY} free one. */
  public static EmbeddedKafka open(Path dataDirectory, int port) {
    return start(dataDirectory, port, () -> {});
  }

  private static EmbeddedKafka start(Path directory, int fixedPort, AutoCloseable afterwards) {
    Exit.setExitProcedure((status, message) -> {});
    Exit.setHaltProcedure((status, message) -> {});
    RuntimeException lastFailure = null;
    for (int attempt = 0; attempt < BIND_ATTEMPTS; attempt++) {
      int port = fixedPort == Ports.ANY ? Ports.free() : fixedPort;
      BrokerProperties properties = new BrokerProperties(directory, port, Ports.free());
      try {
        return new EmbeddedKafka(start(properties), port, afterwards);
      } catch (RuntimeException e) {
        lastFailure = e;
        boolean worthAnotherPort = fixedPort == Ports.ANY || Ports.isFree(fixedPort);
        if (!Ports.isBindError(e) || !worthAnotherPort) {
          break;
        }
      }
    }
    throw new IllegalStateException("Kafka did not start in " + directory, lastFailure);
  }

  private static KafkaRaftServer start(BrokerProperties properties) {
    try {
      Files.createDirectories(properties.directory());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    properties.formatOnce();
    KafkaRaftServer server =
        new KafkaRaftServer(KafkaConfig.fromProps(properties.asProperties(), false), Time.SYSTEM);
    try {
      server.startup();
      return server;
    } catch (RuntimeException e) {
      stopQuietly(server, e);
      throw e;
    }
  }

  private static void stopQuietly(KafkaRaftServer server, RuntimeException failure) {
    try {
      server.shutdown();
      server.awaitShutdown();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** For a JVM that is the broker's own: a fatal fault ends it, so that it can be started again. */
  static void letFatalFaultsEndThisJvm() {
    Exit.resetExitProcedure();
    Exit.resetHaltProcedure();
  }

  public int port() {
    return port;
  }

  public String bootstrapServers() {
    return Ports.HOST + ":" + port;
  }

  /** Stops the broker and waits until it has stopped. */
  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
    try {
      afterwards.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
