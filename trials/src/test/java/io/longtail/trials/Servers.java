package io.longtail.trials;

/** A broker and a MongoDB-protocol server that live through all trials. */
record Servers(Server kafka, Server mongo) implements AutoCloseable {
  static Servers start() {
    Server kafka = Server.kafka();
    try {
      return new Servers(kafka, Server.mongoInMemory());
    } catch (RuntimeException e) {
      kafka.close();
      throw e;
    }
  }

  @Override
  public void close() {
    try (kafka;
        mongo) {
      return;
    }
  }
}
