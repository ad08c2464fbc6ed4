package io.longtail.stats.mongo;

import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import io.longtail.stats.StoredStats;
import io.longtail.stats.counts.Gap;
import io.longtail.stats.counts.UserCounts;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The shape of a document in {@code userStats}:
 *
 * <pre>
 * { _id: "u-7", schemaVersion: 1, followerCount: 12, followerSequence: 14, followingCount: 3,
 *   followingSequence: 5, revision: 9, asOf: date,
 *   pending: { sequence: 17, count: 15, since: date } }       // only while a gap is open
 * </pre>
 */
final class UserStatsDocuments {
  static final int SCHEMA_VERSION = 1;
  static final String PENDING = "pending";
  static final String REVISION = "revision";

  private UserStatsDocuments() {}

  static StoredStats read(Document document) {
    Document pending = document.get(PENDING, Document.class);
    UserCounts counts =
        new UserCounts(
            number(document, "followerCount"),
            number(document, "followerSequence"),
            number(document, "followingCount"),
            number(document, "followingSequence"),
            Optional.ofNullable(pending).map(UserStatsDocuments::gap));
    return new StoredStats(
        document.getString("_id"),
        counts,
        number(document, REVISION),
        document.getDate("asOf").toInstant());
  }

  private static Gap gap(Document pending) {
    return new Gap(
        number(pending, "sequence"),
        number(pending, "count"),
        pending.getDate("since").toInstant());
  }

  // Whatever width it is stored in: a shell writes small whole numbers as doubles.
  private static long number(Document document, String field) {
    return document.get(field, Number.class).longValue();
  }

  static Document insert(StoredStats stats) {
    Document document = new Document("_id", stats.userId());
    fields(stats).forEach(field -> document.append(field.name(), field.value()));
    stats.counts().gap().ifPresent(gap -> document.append(PENDING, pending(gap)));
    return document;
  }

  /** Sets our fields and leaves others alone: a later version may have added some. */
  static Bson update(StoredStats stats) {
    List<Bson> updates = new ArrayList<>();
    fields(stats).forEach(field -> updates.add(set(field.name(), field.value())));
    updates.add(stats.counts().gap().map(gap -> set(PENDING, pending(gap))).orElse(unset(PENDING)));
    return combine(updates);
  }

  private record Field(String name, Object value) {}

  private static List<Field> fields(StoredStats stats) {
    UserCounts counts = stats.counts();
    return List.of(
        new Field("schemaVersion", SCHEMA_VERSION),
        new Field("followerCount", counts.followerCount()),
        new Field("followerSequence", counts.followerSequence()),
        new Field("followingCount", counts.followingCount()),
        new Field("followingSequence", counts.followingSequence()),
        new Field(REVISION, stats.revision()),
        new Field("asOf", Date.from(stats.asOf())));
  }

  private static Document pending(Gap gap) {
    return new Document("sequence", gap.sequence())
        .append("count", gap.count())
        .append("since", Date.from(gap.since()));
  }
}
