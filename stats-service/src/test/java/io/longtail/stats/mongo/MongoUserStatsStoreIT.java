package io.longtail.stats.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.stats.StoredStats;
import io.longtail.stats.counts.Gap;
import io.longtail.stats.counts.UserCounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MongoUserStatsStoreIT {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00.123Z");
  private static EmbeddedMongo server;
  private static MongoClient client;

  private MongoCollection<Document> collection;
  private MongoUserStatsStore store;

  @BeforeAll
  static void startServer() {
    server = EmbeddedMongo.inMemory();
    client = MongoClients.create(server.connectionString());
  }

  @AfterAll
  static void stopServer() {
    client.close();
    server.close();
  }

  @BeforeEach
  void emptyCollection() {
    collection = client.getDatabase("stats").getCollection("userStats");
    collection.deleteMany(new Document());
    store = new MongoUserStatsStore(collection);
  }

  @Test
  void whatIsSavedIsLoaded() {
    Gap gap = new Gap(9, 20, NOON.minusSeconds(5));
    StoredStats plain = stats("u", 1, 2);
    StoredStats withGap =
        new StoredStats("v", new UserCounts(1, 2, 3, 4, Optional.of(gap)), 1, NOON);

    assertThat(store.save(List.of(plain, withGap))).isTrue();

    assertThat(store.load(Set.of("u", "v", "unknown")).values())
        .containsExactlyInAnyOrder(plain, withGap);
  }

  @Test
  void theDocumentIsAsDocumented() {
    Gap gap = new Gap(9, 20, NOON);
    store.save(
        List.of(new StoredStats("u", new UserCounts(1, 2, 3, 4, Optional.of(gap)), 1, NOON)));

    assertThat(collection.find(Filters.eq("_id", "u")).first().toJson())
        .isEqualTo(
            """
            {"_id": "u", "schemaVersion": 1, "followerCount": 1, "followerSequence": 2, \
            "followingCount": 3, "followingSequence": 4, "revision": 1, \
            "asOf": {"$date": "2026-01-31T12:00:00.123Z"}, \
            "pending": {"sequence": 9, "count": 20, \
            "since": {"$date": "2026-01-31T12:00:00.123Z"}}}""");
  }

  @Test
  void aClosedGapLeavesTheDocumentAndUnknownFieldsStay() {
    Gap gap = new Gap(9, 20, NOON);
    store.save(
        List.of(new StoredStats("u", new UserCounts(1, 2, 3, 4, Optional.of(gap)), 1, NOON)));
    collection.updateOne(Filters.eq("_id", "u"), Updates.set("addedByALaterVersion", true));

    assertThat(store.save(List.of(stats("u", 2, 20)))).isTrue();

    assertThat(collection.find().first()).containsKey("addedByALaterVersion");
    assertThat(collection.find().first()).doesNotContainKey("pending");
    assertThat(store.load(Set.of("u"))).containsEntry("u", stats("u", 2, 20));
  }

  @Test
  void anUpdateOfAnotherRevisionThanTheStoredOneIsALostRace() {
    store.save(List.of(stats("u", 1, 1), stats("v", 1, 1)));
    store.save(List.of(stats("u", 2, 2)));

    assertThat(store.save(List.of(stats("u", 2, 77), stats("v", 2, 2)))).isFalse();

    assertThat(store.load(Set.of("u", "v")).values())
        .containsExactlyInAnyOrder(stats("u", 2, 2), stats("v", 2, 2));
  }

  @Test
  void aDocumentThatIsThereAlreadyIsALostRaceOfTheInsert() {
    store.save(List.of(stats("u", 1, 1)));

    assertThat(store.save(List.of(stats("u", 1, 77), stats("w", 1, 5)))).isFalse();

    assertThat(store.load(Set.of("u", "w")).values())
        .containsExactlyInAnyOrder(stats("u", 1, 1), stats("w", 1, 5));
  }

  @Test
  void countsWrittenByAShellAreRead() {
    collection.insertOne(
        Document.parse(
            """
            {"_id": "u", "schemaVersion": 1, "followerCount": 5.0, "followerSequence": 9,
             "followingCount": 0, "followingSequence": 0, "revision": 3.0,
             "asOf": {"$date": "2026-01-31T12:00:00.123Z"}}"""));

    StoredStats read = store.load(Set.of("u")).get("u");

    assertThat(read.counts().followerCount()).isEqualTo(5);
    assertThat(read.revision()).isEqualTo(3);
  }

  @Test
  void aThousandUsersAreSavedAndLoadedAtOnce() {
    List<StoredStats> users = new ArrayList<>();
    for (int user = 0; user < 1_000; user++) {
      users.add(stats("u-" + user, 1, user));
    }

    assertThat(store.save(users)).isTrue();

    Set<String> ids = Set.copyOf(users.stream().map(StoredStats::userId).toList());
    assertThat(store.load(ids).values()).containsExactlyInAnyOrderElementsOf(users);
  }

  private static StoredStats stats(String userId, long revision, long followers) {
    return new StoredStats(
        userId, new UserCounts(followers, followers, 0, 0, Optional.empty()), revision, NOON);
  }
}
