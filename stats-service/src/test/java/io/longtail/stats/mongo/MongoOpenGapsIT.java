package io.longtail.stats.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.longtail.local.mongo.EmbeddedMongo;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MongoOpenGapsIT {
  private final EmbeddedMongo server = EmbeddedMongo.inMemory();
  private final MongoClient client = MongoClients.create(server.connectionString());
  private MongoOpenGaps gaps;

  @BeforeEach
  void noGaps() {
    MongoCollection<Document> collection = client.getDatabase("stats").getCollection("openGaps");
    gaps = new MongoOpenGaps(collection);
  }

  @AfterEach
  void stopServer() {
    client.close();
    server.close();
  }

  @Test
  void namesArePagedInOrder() {
    gaps.note(Map.of("c", 1L, "a", 1L, "b", 1L));

    assertThat(gaps.page("", 2)).containsExactly("a", "b");
    assertThat(gaps.page("b", 2)).containsExactly("c");
    assertThat(gaps.page("c", 2)).isEmpty();
  }

  @Test
  void aNameNotedTwiceIsThereOnce() {
    gaps.note(Map.of("a", 1L));
    gaps.note(Map.of("a", 2L));

    assertThat(gaps.page("", 10)).containsExactly("a");
  }

  @Test
  void aNameNotedAtALaterRevisionIsNotForgotten() {
    gaps.note(Map.of("a", 5L, "b", 5L));
    gaps.note(Map.of("a", 4L)); // late: it does not take the name back to 4

    gaps.forget(Map.of("a", 4L, "b", 5L));

    assertThat(gaps.page("", 10)).containsExactly("a");
  }

  @Test
  void notingAndForgettingNobodyIsNothing() {
    gaps.note(Map.of());
    gaps.forget(Map.of());

    assertThat(gaps.page("", 10)).isEmpty();
  }
}
