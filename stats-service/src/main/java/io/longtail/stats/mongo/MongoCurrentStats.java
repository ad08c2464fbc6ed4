package io.longtail.stats.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import io.longtail.stats.CurrentStats;
import io.longtail.stats.StatsUnavailableException;
import io.longtail.stats.StoredStats;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** The read of the REST side: one time limit over server selection, connection, retry and reply. */
@Singleton
class MongoCurrentStats implements CurrentStats {
  // A client gets an answer within 3 s, whatever MongoDB does.
  private static final long READ_MILLIS_MAX = 2_500;

  private final MongoCollection<Document> collection;

  @Inject
  MongoCurrentStats(StatsDatabase database) {
    this.collection = database.userStats().withTimeout(READ_MILLIS_MAX, TimeUnit.MILLISECONDS);
  }

  @Override
  public Map<String, StoredStats> of(Set<String> userIds) {
    try {
      return MongoUserStatsStore.load(collection, userIds);
    } catch (MongoException e) {
      throw new StatsUnavailableException(e);
    }
  }
}
