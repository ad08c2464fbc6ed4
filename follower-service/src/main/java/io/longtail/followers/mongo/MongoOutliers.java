package io.longtail.followers.mongo;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import io.longtail.followers.Outliers;
import io.longtail.followers.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/** Finds outliers by their flag, in a sparse index that holds nobody else. */
final class MongoOutliers implements Outliers {
  private final MongoDatabase database;

  MongoOutliers(MongoDatabase database) {
    this.database = database;
  }

  void createIndexes() {
    for (Side side : Side.values()) {
      database
          .getCollection(ListFields.of(side).heads())
          .createIndex(Indexes.ascending("hasOverflow"), new IndexOptions().sparse(true));
    }
  }

  @Override
  public List<Outlier> list(Side side, Optional<String> afterId, int limit) {
    ListFields fields = ListFields.of(side);
    Document filter = new Document("hasOverflow", true);
    afterId.ifPresent(id -> filter.append("_id", new Document("$gt", id)));
    return PromptReads.orUnavailable(
        () ->
            database
                .getCollection(fields.heads())
                .find(filter)
                .projection(
                    Projections.include(fields.count(), "firstPage", "nextPage", "documentBytes"))
                .sort(new Document("_id", 1))
                .limit(limit)
                .map(head -> outlier(fields, head))
                .into(new ArrayList<>()));
  }

  private static Outlier outlier(ListFields fields, Document head) {
    return new Outlier(
        head.getString("_id"),
        number(head, fields.count()),
        (int) (number(head, "nextPage") - number(head, "firstPage")),
        number(head, "documentBytes"));
  }

  private static long number(Document head, String field) {
    return head.get(field, Number.class).longValue();
  }
}
