package io.longtail.local.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.longtail.local.mongo.EmbeddedMongo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoredListsIT {
  private static final int DOCUMENTS = 2_500;

  private final List<BsonDocument> asked = new ArrayList<>();
  private EmbeddedMongo mongo;
  private MongoClient client;
  private MongoDatabase database;
  private StoredLists lists;

  @BeforeEach
  void start() {
    mongo = EmbeddedMongo.inMemory();
    client = ListenedReads.client(mongo.connectionString(), asked);
    database = client.getDatabase("followers");
    lists = new StoredLists(database);
  }

  @AfterEach
  void stop() {
    client.close();
    mongo.close();
  }

  @Test
  void numbersOfListsComeInSmallPortionsWithoutTheirIds() {
    insert(Side.FOLLOWERS.heads(), i -> head("u" + i, i));

    Set<ListNumbers> read = new HashSet<>();
    lists.forEachNumbers(Side.FOLLOWERS, read::add);

    assertThat(read).hasSize(DOCUMENTS).contains(new ListNumbers("u7", 7, 14, 21, 28));
    assertPortionsOfAThousand();
    assertThat(asked.get(0).getDocument("projection"))
        .doesNotContainKeys("followerIds", "followedAt");
  }

  @Test
  void numbersOfSomeListsAreThoseOfTheOnesThatExist() {
    insert(Side.FOLLOWERS.heads(), i -> head("u" + i, i));

    assertThat(lists.numbers(Side.FOLLOWERS, List.of("u3", "nobody")))
        .containsOnlyKeys("u3")
        .containsEntry("u3", new ListNumbers("u3", 3, 6, 9, 12));
  }

  @Test
  void numbersOfPagesComeInSmallPortionsFromTheIndexAlone() {
    insert(
        Side.FOLLOWERS.pages(),
        i -> new Document("_id", "u" + i % 100 + ":" + i).append("userId", "u" + i % 100));

    List<String> read = new ArrayList<>();
    lists.forEachPageNumber(
        Side.FOLLOWERS, Optional.empty(), (user, page) -> read.add(user + " " + page));

    assertThat(read).hasSize(DOCUMENTS).doesNotHaveDuplicates().contains("u7 2407");
    assertPortionsOfAThousand();
    assertThat(asked.get(0).getDocument("hint")).isEqualTo(idOnly());
    assertThat(asked.get(0).getDocument("projection")).isEqualTo(idOnly());
    List<Long> ofOne = new ArrayList<>();
    lists.forEachPageNumber(Side.FOLLOWERS, Optional.of("u7"), (user, page) -> ofOne.add(page));
    assertThat(ofOne).hasSize(DOCUMENTS / 100);
  }

  private static BsonDocument idOnly() {
    return new BsonDocument("_id", new BsonInt32(1));
  }

  private void assertPortionsOfAThousand() {
    assertThat(asked).hasSize(3);
    assertThat(asked)
        .allMatch(each -> each.getNumber("batchSize").intValue() == StoredLists.SMALL_PER_READ);
  }

  private static Document head(String user, long i) {
    return new Document("_id", user)
        .append("followerIds", List.of("f"))
        .append("followedAt", List.of(1L))
        .append("sequence", i)
        .append("followerCount", 2 * i)
        .append("firstPage", 3 * i)
        .append("nextPage", 4 * i);
  }

  private void insert(String collection, java.util.function.IntFunction<Document> document) {
    database
        .getCollection(collection)
        .insertMany(IntStream.range(0, DOCUMENTS).mapToObj(document).toList());
  }
}
