package io.longtail.local.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdFirstTest {
  private final Index<Integer> ids = around("_id");

  @Test
  void aQueryThatNamesAnIdGoesByIt() {
    ids.add(new Document("_id", "a"), 3, null);
    ids.add(new Document("_id", "b"), 4, null);
    Document query = new Document("_id", "a").append("revision", new Document("$lt", 7));

    assertThat(ids.canHandle(query)).isTrue();
    assertThat(ids.getPositions(query)).containsExactly(3);
  }

  @Test
  void soDoesOneThatNamesSeveral() {
    ids.add(new Document("_id", "a"), 3, null);
    ids.add(new Document("_id", "b"), 4, null);
    Document query =
        new Document("_id", new Document("$in", List.of("a", "b", "c"))).append("revision", 7);

    assertThat(ids.canHandle(query)).isTrue();
    assertThat(ids.getPositions(query)).containsExactly(3, 4);
  }

  @Test
  void soDoesAConjunctionAsDriversWriteIt() {
    ids.add(new Document("_id", "a"), 3, null);
    Document query =
        new Document("$and", List.of(new Document("revision", 7), new Document("_id", "a")));

    assertThat(ids.canHandle(query)).isTrue();
    assertThat(ids.getPositions(query)).containsExactly(3);
  }

  @Test
  void aQueryWithoutAnIdDoesNot() {
    assertThat(ids.canHandle(new Document("revision", 7))).isFalse();
  }

  @Test
  void anotherIndexStaysAsItIs() {
    assertThat(around("userId")).isInstanceOf(MemoryUniqueIndex.class);
  }

  private static Index<Integer> around(String key) {
    return IdFirst.around(
        new MemoryUniqueIndex("index", List.of(new IndexKey(key, true)), false), false);
  }
}
