package io.longtail.local.verifying;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.longtail.local.stored.Side;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bson.Document;

/** The counts of stats-service. */
final class StoredCounts {
  static final int USERS_PER_READ = 500;

  private final MongoCollection<Document> counts;

  StoredCounts(MongoDatabase database) {
    this.counts = database.getCollection("userStats");
  }

  /** The counts of users; one who has none is absent. */
  Map<String, Map<Side, Long>> of(Collection<String> users) {
    Map<String, Map<Side, Long>> found = new HashMap<>();
    for (Document document : counts.find(Filters.in("_id", users))) {
      found.put(String.valueOf(document.get("_id")), counts(document));
    }
    return found;
  }

  long of(Side side, String user) {
    return of(List.of(user)).getOrDefault(user, Map.of()).getOrDefault(side, 0L);
  }

  /** Everybody's counts, in portions. */
  void forEachPortion(Consumer<Map<String, Map<Side, Long>>> consumer) {
    Map<String, Map<Side, Long>> portion = new HashMap<>();
    for (Document document : counts.find().batchSize(USERS_PER_READ)) {
      portion.put(String.valueOf(document.get("_id")), counts(document));
      if (portion.size() == USERS_PER_READ) {
        consumer.accept(portion);
        portion = new HashMap<>();
      }
    }
    consumer.accept(portion);
  }

  private static Map<Side, Long> counts(Document document) {
    Map<Side, Long> counts = new EnumMap<>(Side.class);
    for (Side side : Side.values()) {
      counts.put(
          side, document.get(side.countField()) instanceof Number count ? count.longValue() : 0L);
    }
    return counts;
  }

  /** Users without a count are 0 and 0. */
  static List<String> users(Map<String, Map<Side, Long>> portion, Side side) {
    List<String> users = new ArrayList<>();
    portion.forEach(
        (user, counts) -> {
          if (counts.get(side) != 0) {
            users.add(user);
          }
        });
    return users;
  }
}
