package io.longtail.local.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.longtail.local.net.Ports;
import java.nio.file.Path;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedMongoIT {

  @Test
  void aFileKeepsWhatWasWritten(@TempDir Path directory) {
    Path file = directory.resolve("mongo").resolve("data.mv");
    try (EmbeddedMongo mongo = EmbeddedMongo.open(file, Ports.ANY);
        MongoClient client = MongoClients.create(mongo.connectionString())) {
      letters(client).insertOne(new Document("_id", "alpha"));
    }

    try (EmbeddedMongo mongo = EmbeddedMongo.open(file, Ports.ANY);
        MongoClient client = MongoClients.create(mongo.connectionString())) {
      assertThat(letters(client).find()).containsExactly(new Document("_id", "alpha"));
    }
  }

  @Test
  void aServerInMemoryBeginsEmpty() {
    try (EmbeddedMongo first = EmbeddedMongo.inMemory();
        MongoClient client = MongoClients.create(first.connectionString())) {
      letters(client).insertOne(new Document("_id", "alpha"));
    }

    try (EmbeddedMongo second = EmbeddedMongo.inMemory();
        MongoClient client = MongoClients.create(second.connectionString())) {
      assertThat(letters(client).countDocuments()).isZero();
    }
  }

  @Test
  void aTakenPortIsABindError() {
    try (EmbeddedMongo first = EmbeddedMongo.inMemory()) {
      assertThatThrownBy(() -> EmbeddedMongo.inMemory(first.port()))
          .satisfies(failure -> assertThat(Ports.isBindError(failure)).isTrue());
    }
  }

  @Test
  void acrossAReopeningAConditionBesideTheIdDecides(@TempDir Path directory) {
    Path file = directory.resolve("data.mv");
    try (EmbeddedMongo mongo = EmbeddedMongo.open(file, Ports.ANY)) {
      assertConditionsDecide(mongo);
    }
    try (EmbeddedMongo mongo = EmbeddedMongo.open(file, Ports.ANY)) {
      assertConditionsDecide(mongo);
    }
  }

  @Test
  void inMemoryAConditionBesideTheIdDecides() {
    try (EmbeddedMongo mongo = EmbeddedMongo.inMemory()) {
      assertConditionsDecide(mongo);
    }
  }

  private static void assertConditionsDecide(EmbeddedMongo mongo) {
    try (MongoClient client = MongoClients.create(mongo.connectionString())) {
      letters(client).deleteMany(new Document());
      letters(client).insertOne(new Document("_id", "alpha").append("revision", 7));
      letters(client).insertOne(new Document("_id", "beta").append("revision", 7));
      Document next = new Document("$set", new Document("revision", 8));

      assertThat(
              letters(client)
                  .updateOne(new Document("_id", "alpha").append("revision", 6), next)
                  .getMatchedCount())
          .isZero();
      assertThat(
              letters(client)
                  .updateOne(new Document("_id", "alpha").append("revision", 7), next)
                  .getMatchedCount())
          .isOne();
      assertThat(letters(client).find(new Document("revision", 7)))
          .extracting(x -> x.get("_id"))
          .containsExactly("beta");
    }
  }

  private static MongoCollection<Document> letters(MongoClient client) {
    return client.getDatabase("test").getCollection("letters");
  }
}
