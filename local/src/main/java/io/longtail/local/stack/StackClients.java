package io.longtail.local.stack;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.events.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.bson.Document;
import org.bson.UuidRepresentation;

/** Connections to a running stack that are known to work when they are handed out. */
public final class StackClients implements AutoCloseable {
  private static final int ANSWER_SECONDS_MAX = 10;

  private final StackAddress address;
  private Admin admin;
  private MongoClient mongo;

  public StackClients(StackAddress address) {
    this.address = address;
  }

  public StackAddress address() {
    return address;
  }

  /**
   * @throws StackNotReachedException if no broker answers
   */
  public Admin admin() {
    if (admin == null) {
      try {
        admin =
            Admin.create(
                Map.of(
                    "bootstrap.servers",
                    address.kafka(),
                    "request.timeout.ms",
                    ANSWER_SECONDS_MAX * 1000 / 2,
                    "default.api.timeout.ms",
                    ANSWER_SECONDS_MAX * 1000));
        admin.describeCluster().nodes().get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
      } catch (ExecutionException | java.util.concurrent.TimeoutException | KafkaException e) {
        throw new StackNotReachedException(
            "no Kafka answers at " + address.kafka() + " (--kafka, --kafka-port)" + HINT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return admin;
  }

  /**
   * @param name without the prefix
   * @throws StackNotReachedException if no server answers
   */
  public MongoDatabase database(String name) {
    if (mongo == null) {
      try {
        mongo =
            MongoClients.create(
                MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString(address.mongo()))
                    .uuidRepresentation(UuidRepresentation.STANDARD)
                    .applyToClusterSettings(
                        cluster ->
                            cluster.serverSelectionTimeout(ANSWER_SECONDS_MAX, TimeUnit.SECONDS))
                    .build());
        mongo.getDatabase("admin").runCommand(new Document("ping", 1));
      } catch (MongoException e) {
        throw new StackNotReachedException(
            "no MongoDB answers at " + address.mongo() + " (--mongo, --mongo-port)" + HINT);
      }
    }
    return mongo.getDatabase(address.database(name));
  }

  /**
   * @throws StackNotReachedException if the topic is not there
   */
  public void requireTopic(Topic topic) {
    String name = topic.name(address.prefix());
    try {
      admin().describeTopics(List.of(name)).allTopicNames().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new StackNotReachedException(
            "Kafka at " + address.kafka() + " has no topic " + name + " (--prefix)");
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static final String HINT = "; is ./longtail up running?";

  @Override
  public void close() {
    if (admin != null) {
      admin.close();
    }
    if (mongo != null) {
      mongo.close();
    }
  }
}
