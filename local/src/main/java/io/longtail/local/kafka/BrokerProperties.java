package io.longtail.local.kafka;

import io.longtail.local.net.Ports;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;

/** The settings of a single broker that is its own controller, small enough for a laptop. */
record BrokerProperties(Path directory, int port, int controllerPort) {
  private static final int NODE_ID = 1;
  private static final String CONTROLLER_LISTENER = "CONTROLLER";

  Properties asProperties() {
    Properties properties = new Properties();
    properties.put("process.roles", "broker,controller");
    properties.put("node.id", "" + NODE_ID);
    properties.put("log.dirs", directory.toString());
    properties.put("controller.quorum.voters", NODE_ID + "@" + Ports.HOST + ":" + controllerPort);
    properties.put("controller.listener.names", CONTROLLER_LISTENER);
    properties.put(
        "listeners",
        "PLAINTEXT://%s:%d,%s://%s:%d"
            .formatted(Ports.HOST, port, CONTROLLER_LISTENER, Ports.HOST, controllerPort));
    properties.put("advertised.listeners", "PLAINTEXT://" + Ports.HOST + ":" + port);
    properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");

    for (String topic : new String[] {"offsets.topic", "transaction.state.log"}) {
      properties.put(topic + ".replication.factor", "1");
      properties.put(topic + ".num.partitions", "4");
    }
    properties.put("transaction.state.log.min.isr", "1");
    properties.put("share.coordinator.state.topic.replication.factor", "1");
    properties.put("share.coordinator.state.topic.min.isr", "1");
    properties.put("share.coordinator.state.topic.num.partitions", "4");

    // A misspelt topic must be an error and not a topic with the wrong settings.
    properties.put("auto.create.topics.enable", "false");
    // There is one consumer per group at first: nobody else to wait for.
    properties.put("group.initial.rebalance.delay.ms", "0");
    // 2 MiB instead of 128 MiB: compacted topics here have few keys.
    properties.put("log.cleaner.dedupe.buffer.size", "2097152");
    // After a kill the broker waits for its own old session: 8 s instead of 16 s.
    properties.put("broker.session.timeout.ms", "3000");
    properties.put("broker.heartbeat.interval.ms", "500");
    // A year, not a week: a stack started again after a holiday goes on where it stopped.
    properties.put("offsets.retention.minutes", "525600");
    return properties;
  }

  /** Makes the directory a broker's, if it is none yet. */
  void formatOnce() {
    if (Files.exists(directory.resolve("meta.properties"))) {
      return;
    }
    try {
      new Formatter()
          .setPrintStream(
              new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
          .setNodeId(NODE_ID)
          .setClusterId(Uuid.randomUuid().toString())
          .addDirectory(directory.toString())
          .setMetadataLogDirectory(directory.toString())
          .setControllerListenerName(CONTROLLER_LISTENER)
          .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
          .run();
    } catch (Exception e) {
      throw new IllegalStateException("cannot format " + directory, e);
    }
  }
}
