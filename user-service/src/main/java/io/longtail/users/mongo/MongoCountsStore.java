package io.longtail.users.mongo;

import static io.longtail.users.mongo.Commands.inBulks;
import static io.longtail.users.mongo.Commands.run;
import static io.longtail.users.mongo.UserDocument.ID;
import static io.longtail.users.mongo.UserDocument.SCHEMA_VERSION;
import static io.longtail.users.mongo.UserDocument.SCHEMA_VERSION_NOW;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import io.longtail.users.Counts;
import io.longtail.users.CountsStore;
import io.longtail.users.UserId;
import jakarta.inject.Singleton;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;

/**
 * {@link CountsStore} in the collection {@code counts}: {@code { _id: "u-7", schemaVersion: 1,
 * followerCount: 2, followingCount: 0, revision: 5, asOf: … }}.
 */
@Singleton
final class MongoCountsStore implements CountsStore {
  private static final String REVISION = "revision";
  private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);
  private static final UpdateOptions UPDATE = new UpdateOptions();
  private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);

  private final MongoCollection<Document> counts;
  private final MongoCollection<Document> countsForBulks;

  MongoCountsStore(Collections collections) {
    this.counts = collections.counts();
    this.countsForBulks = collections.patient(collections.counts());
  }

  @Override
  public Optional<Counts> find(UserId id) {
    return Optional.ofNullable(run(() -> counts.find(new Document(ID, id.value())).first()))
        .map(MongoCountsStore::read);
  }

  @Override
  public void keepNewest(Map<UserId, Counts> newest) {
    inBulks(newest.entrySet()).forEach(this::keepNewest);
  }

  /**
   * An upsert under the condition "revision below mine" that finds a document not below tries to
   * insert another one and fails with a duplicate key. So does one that meets, between looking and
   * inserting, another's first insert; that one's revision may well be lower. As the document is
   * there for good now, a second attempt that cannot insert decides both.
   */
  private void keepNewest(List<Map.Entry<UserId, Counts>> bulk) {
    List<Map.Entry<UserId, Counts>> met = write(bulk, UPSERT);
    if (!met.isEmpty()) {
      write(met, UPDATE);
    }
  }

  /** Answers those that met a document of the same id; any other failure is one. */
  private List<Map.Entry<UserId, Counts>> write(
      List<Map.Entry<UserId, Counts>> bulk, UpdateOptions options) {
    List<UpdateOneModel<Document>> updates =
        bulk.stream().map(entry -> ifNewer(entry.getKey(), entry.getValue(), options)).toList();
    return run(
        () -> {
          try {
            countsForBulks.bulkWrite(updates, UNORDERED);
            return List.of();
          } catch (MongoBulkWriteException e) {
            if (e.getWriteConcernError() != null
                || !e.getWriteErrors().stream().allMatch(MongoCountsStore::isDuplicateKey)) {
              throw e;
            }
            return e.getWriteErrors().stream().map(error -> bulk.get(error.getIndex())).toList();
          }
        });
  }

  private static boolean isDuplicateKey(BulkWriteError error) {
    return error.getCategory() == ErrorCategory.DUPLICATE_KEY;
  }

  private static UpdateOneModel<Document> ifNewer(UserId id, Counts counts, UpdateOptions options) {
    return new UpdateOneModel<>(
        new Document(ID, id.value()).append(REVISION, new Document("$lt", counts.revision())),
        new Document(
            "$set",
            new Document(SCHEMA_VERSION, SCHEMA_VERSION_NOW)
                .append("followerCount", counts.followerCount())
                .append("followingCount", counts.followingCount())
                .append(REVISION, counts.revision())
                .append("asOf", Date.from(counts.asOf()))),
        options);
  }

  private static Counts read(Document document) {
    return new Counts(
        UserDocument.number(document, "followerCount"),
        UserDocument.number(document, "followingCount"),
        UserDocument.number(document, REVISION),
        UserDocument.instant(document, "asOf"));
  }
}
