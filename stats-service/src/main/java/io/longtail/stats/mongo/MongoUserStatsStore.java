package io.longtail.stats.mongo;

import static com.mongodb.client.model.Filters.in;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.longtail.stats.StoredStats;
import io.longtail.stats.UserStatsStore;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;

/** One {@code $in} by {@code _id} per load, one unordered bulk of guarded writes per save. */
@Singleton
class MongoUserStatsStore implements UserStatsStore {
  private static final int DUPLICATE_KEY = 11000;
  private static final int WRITE_CONFLICT = 112;

  private final MongoCollection<Document> collection;

  @Inject
  MongoUserStatsStore(StatsDatabase database) {
    this(database.userStats());
  }

  MongoUserStatsStore(MongoCollection<Document> collection) {
    this.collection = collection;
  }

  @Override
  public Map<String, StoredStats> load(Set<String> userIds) {
    return load(collection, userIds);
  }

  static Map<String, StoredStats> load(MongoCollection<Document> from, Set<String> userIds) {
    Map<String, StoredStats> found = new HashMap<>();
    if (!userIds.isEmpty()) {
      for (Document document : from.find(in("_id", userIds)).batchSize(userIds.size() + 1)) {
        StoredStats stats = UserStatsDocuments.read(document);
        found.put(stats.userId(), stats);
      }
    }
    return found;
  }

  @Override
  public boolean save(Collection<StoredStats> changed) {
    if (changed.isEmpty()) {
      return true;
    }
    List<WriteModel<Document>> writes = changed.stream().map(this::guarded).toList();
    try {
      BulkWriteResult result = collection.bulkWrite(writes, new BulkWriteOptions().ordered(false));
      return result.getInsertedCount() + result.getMatchedCount() == changed.size();
    } catch (MongoBulkWriteException e) {
      // Unordered: the others were tried too. Which took effect, the caller reads.
      if (e.getWriteConcernError() == null
          && e.getWriteErrors().stream().allMatch(error -> isRace(error.getCode()))) {
        return false;
      }
      throw e;
    }
  }

  private static boolean isRace(int code) {
    return code == DUPLICATE_KEY || code == WRITE_CONFLICT;
  }

  private WriteModel<Document> guarded(StoredStats stats) {
    if (stats.revision() == 1) {
      return new InsertOneModel<>(UserStatsDocuments.insert(stats));
    }
    return new UpdateOneModel<>(
        ById.and(stats.userId(), UserStatsDocuments.REVISION, stats.revision() - 1),
        UserStatsDocuments.update(stats));
  }
}
