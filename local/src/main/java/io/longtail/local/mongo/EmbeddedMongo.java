package io.longtail.local.mongo;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import io.longtail.local.net.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.mvstore.MVStore;

/**
 * A server that speaks MongoDB's protocol on a real socket of the loopback address, in memory or on
 * one file. It is for laptops and tests: no replication, no transactions, no authentication, and
 * validators are accepted but not enforced.
 */
public final class EmbeddedMongo implements AutoCloseable {
  /**
   * Milliseconds and KiB after which the file is written. A kill of the process loses what is
   * younger, whatever write concern was asked for; the defaults would lose most of a second. The
   * buffer is not smaller because every write makes a chunk of the file, and thousands of small
   * ones keep a core busy with looking after them.
   */
  private static final int AUTO_COMMIT_DELAY_MILLIS = 50;

  private static final int AUTO_COMMIT_BUFFER_KIB = 1024;

  /** Share of the file in use below which it is rewritten in the background. */
  private static final int COMPACT_BELOW_PERCENT = 40;

  private final MongoServer server;
  private final int port;

  private EmbeddedMongo(MongoServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /** A server in memory on a free port. */
  public static EmbeddedMongo inMemory() {
    return inMemory(Ports.ANY);
  }

  public static EmbeddedMongo inMemory(int port) {
    return start(new IdFirstMemoryBackend(), port);
  }

  /** A server on a file, which is created where there is none. */
  public static EmbeddedMongo open(Path file, int port) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    MVStore store =
        new MVStore.Builder()
            .fileName(file.toString())
            .autoCommitBufferSize(AUTO_COMMIT_BUFFER_KIB)
            .autoCompactFillRate(COMPACT_BELOW_PERCENT)
            .open();
    store.setAutoCommitDelay(AUTO_COMMIT_DELAY_MILLIS);
    return start(new IdFirstH2Backend(store), port);
  }

  private static EmbeddedMongo start(MongoBackend backend, int port) {
    MongoServer server = new MongoServer(backend);
    try {
      server.bind(new InetSocketAddress(Ports.HOST, port));
    } catch (RuntimeException e) {
      server.shutdownNow();
      throw e;
    }
    return new EmbeddedMongo(server, server.getLocalAddress().getPort());
  }

  public int port() {
    return port;
  }

  public String connectionString() {
    return "mongodb://" + Ports.HOST + ":" + port;
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
