package io.longtail.users.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The collections of this service. Every command on them ends within a time, whatever it waits for:
 * a server to be there, a connection, an answer, the driver's own second attempt. Without it each
 * of these has a limit of its own, and they add up.
 */
@Singleton
final class Collections {
  private final MongoDatabase database;
  private final Duration bulkTimeout;

  Collections(
      MongoClient client,
      @ConfigProperty(name = "longtail.prefix") Optional<String> prefix,
      @ConfigProperty(name = "longtail.users.mongodb-timeout") Duration timeout,
      @ConfigProperty(name = "longtail.users.mongodb-bulk-timeout") Duration bulkTimeout) {
    this.database =
        client
            .getDatabase(prefix.orElse("") + "users")
            .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    this.bulkTimeout = bulkTimeout;
  }

  MongoDatabase database() {
    return database;
  }

  MongoCollection<Document> users() {
    return database.getCollection("users");
  }

  MongoCollection<Document> handles() {
    return database.getCollection("handles");
  }

  MongoCollection<Document> counts() {
    return database.getCollection("counts");
  }

  /** For whole batches, which nobody waits for at the other end of a request. */
  MongoCollection<Document> patient(MongoCollection<Document> collection) {
    return collection.withTimeout(bulkTimeout.toMillis(), TimeUnit.MILLISECONDS);
  }
}
