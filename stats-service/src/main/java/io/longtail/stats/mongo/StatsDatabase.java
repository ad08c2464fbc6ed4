package io.longtail.stats.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.bson.Document;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The database of this service under the configured prefix. */
@Singleton
class StatsDatabase {
  private final MongoDatabase database;

  StatsDatabase(
      MongoClient client, @ConfigProperty(name = "longtail.prefix") Optional<String> prefix) {
    this.database = client.getDatabase(prefix.orElse("") + "stats");
  }

  MongoDatabase database() {
    return database;
  }

  MongoCollection<Document> userStats() {
    return database.getCollection("userStats");
  }

  MongoCollection<Document> openGaps() {
    return database.getCollection("openGaps");
  }
}
