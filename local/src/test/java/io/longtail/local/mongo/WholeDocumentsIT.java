package io.longtail.local.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader gets a document as it was at one moment, whatever is written meanwhile. */
class WholeDocumentsIT {
  private static final int UPDATES = 2_000;

  @TempDir Path directory;

  @Test
  void aDocumentInMemoryIsNeverReadHalfUpdated() throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.inMemory()) {
      assertReadsAreWhole(server);
    }
  }

  @Test
  void aDocumentOnFileIsNeverReadHalfUpdated() throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.open(directory.resolve("mongo.mv"), 0)) {
      assertReadsAreWhole(server);
    }
  }

  private static void assertReadsAreWhole(EmbeddedMongo server) throws Exception {
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      MongoCollection<Document> collection = client.getDatabase("d").getCollection("c");
      collection.insertOne(filled(0).append("_id", "x"));
      AtomicBoolean writing = new AtomicBoolean(true);
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 1; i <= UPDATES; i++) {
                  collection.updateOne(new Document("_id", "x"), new Document("$set", filled(i)));
                }
              });
      writer.whenComplete((done, failure) -> writing.set(false));
      while (writing.get()) {
        Document read = collection.find(new Document("_id", "x")).first();
        Object value = read.get("first");
        assertThat(read.getList("numbers", Object.class)).containsOnly(value);
        assertThat(read.get("last")).isEqualTo(value);
      }
      writer.get();
    }
  }

  // Large enough that writing an answer takes longer than an update.
  private static Document filled(int value) {
    return new Document("first", value)
        .append("numbers", Collections.nCopies(2_000, value))
        .append("last", value);
  }
}
