package io.longtail.local.mongo;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The server in a JVM of its own: {@code MongoMain FILE PORT}, or {@code MongoMain memory PORT},
 * until it is asked to end.
 */
public final class MongoMain {
  /** In place of a file: nothing is kept. */
  public static final String IN_MEMORY = "memory";

  private MongoMain() {}

  public static void main(String[] args) throws InterruptedException {
    int port = Integer.parseInt(args[1]);
    EmbeddedMongo mongo =
        args[0].equals(IN_MEMORY)
            ? EmbeddedMongo.inMemory(port)
            : EmbeddedMongo.open(Path.of(args[0]), port);
    // Closing writes what the file does not have yet.
    Runtime.getRuntime().addShutdownHook(new Thread(mongo::close, "stop-mongo"));
    System.out.println("MongoDB protocol is at " + mongo.connectionString());
    new CountDownLatch(1).await();
  }
}
