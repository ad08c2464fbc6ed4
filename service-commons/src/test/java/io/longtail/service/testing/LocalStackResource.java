package io.longtail.service.testing;

import io.longtail.local.kafka.EmbeddedKafka;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.mongo.EmbeddedMongo;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Starts a broker with all topics and an empty store, on free ports, for one run of tests. */
public class LocalStackResource implements QuarkusTestResourceLifecycleManager {
  private EmbeddedKafka kafka;
  private EmbeddedMongo mongo;

  @Override
  public Map<String, String> start() {
    kafka = EmbeddedKafka.temporary();
    mongo = EmbeddedMongo.inMemory();
    try (TopicProvisioner topics = new TopicProvisioner(kafka.bootstrapServers())) {
      topics.provision("");
    }
    return Map.of(
        "kafka.bootstrap.servers", kafka.bootstrapServers(),
        "quarkus.mongodb.connection-string", mongo.connectionString(),
        "quarkus.http.test-port", "0",
        // The servers share this JVM and would drown what the service says.
        "quarkus.log.category.\"org.apache.kafka\".level", "ERROR",
        "quarkus.log.category.\"kafka\".level", "ERROR",
        "quarkus.log.category.\"state.change.logger\".level", "ERROR",
        "quarkus.log.category.\"de.bwaldvogel\".level", "ERROR",
        "quarkus.log.category.\"org.mongodb\".level", "ERROR");
  }

  @Override
  public void stop() {
    if (mongo != null) {
      mongo.close();
    }
    if (kafka != null) {
      kafka.close();
    }
  }
}
