package io.longtail.stats.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Updates.max;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import io.longtail.stats.OpenGaps;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.bson.Document;

/**
 * Collection {@code openGaps}: {@code { _id: userId, revision }}. It is empty but for the users
 * with an open gap, so walking it in order of {@code _id} costs nothing.
 */
@Singleton
class MongoOpenGaps implements OpenGaps {
  private static final String REVISION = "revision";
  private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);
  private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);

  private final MongoCollection<Document> collection;

  @Inject
  MongoOpenGaps(StatsDatabase database) {
    this(database.openGaps());
  }

  MongoOpenGaps(MongoCollection<Document> collection) {
    this.collection = collection;
  }

  /** Two upserts of one name at once may collide (11000); then the batch is done again. */
  @Override
  public void note(Map<String, Long> revisions) {
    write(
        revisions,
        (userId, revision) ->
            new UpdateOneModel<>(eq("_id", userId), max(REVISION, revision), UPSERT));
  }

  @Override
  public List<String> page(String after, int limit) {
    List<String> names = new ArrayList<>();
    collection
        .find(gt("_id", after))
        .projection(include("_id"))
        .sort(ascending("_id"))
        .limit(limit)
        .forEach(document -> names.add(document.getString("_id")));
    return names;
  }

  @Override
  public void forget(Map<String, Long> revisions) {
    write(
        revisions,
        (userId, revision) ->
            new DeleteOneModel<>(ById.and(userId, REVISION, new Document("$lte", revision))));
  }

  private void write(
      Map<String, Long> revisions, BiFunction<String, Long, WriteModel<Document>> write) {
    if (revisions.isEmpty()) {
      return;
    }
    List<WriteModel<Document>> writes = new ArrayList<>();
    revisions.forEach((userId, revision) -> writes.add(write.apply(userId, revision)));
    collection.bulkWrite(writes, UNORDERED);
  }
}
