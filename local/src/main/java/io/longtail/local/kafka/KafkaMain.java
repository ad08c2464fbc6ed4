package io.longtail.local.kafka;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A broker in a JVM of its own: {@code KafkaMain DIRECTORY PORT}, until it is asked to end. */
public final class KafkaMain {
  private KafkaMain() {}

  public static void main(String[] args) throws InterruptedException {
    EmbeddedKafka kafka = EmbeddedKafka.open(Path.of(args[0]), Integer.parseInt(args[1]));
    EmbeddedKafka.letFatalFaultsEndThisJvm();
    Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "stop-kafka"));
    System.out.println("Kafka is at " + kafka.bootstrapServers());
    new CountDownLatch(1).await();
  }
}
