package io.longtail.local.stored;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.bson.Document;

/** Writes lists as follower-service stores them, so that tests can spoil them by hand. */
public final class StoredListsFixture {
  private final MongoDatabase followers;
  private final MongoDatabase stats;

  public StoredListsFixture(MongoDatabase followers, MongoDatabase stats) {
    this.followers = followers;
    this.stats = stats;
  }

  /** Both sides and the counts of one edge each for these followers of one user. */
  public void edges(String followee, String... followerIds) {
    head(Side.FOLLOWERS, followee, (Object[]) followerIds);
    stats(followee, followerIds.length, 0);
    for (String follower : followerIds) {
      head(Side.FOLLOWING, follower, followee);
      stats(follower, 0, 1);
    }
  }

  public void head(Side side, String user, Object... ids) {
    put(side.heads(), headDocument(side, user, 0, 0, 1_000, ids));
  }

  /** A list whose oldest ids are in pages; marks rise through pages and head. */
  public void listWithPages(Side side, String user, List<List<Object>> pages, Object... headIds) {
    int number = 0;
    for (List<Object> ids : pages) {
      put(
          side.pages(),
          new Document("_id", user + ":" + number)
              .append("userId", user)
              .append("page", (long) number)
              .append(side.idsField(), ids)
              .append("followedAt", marks(100L * number, ids.size()))
              .append("fromRevision", (long) number));
      number++;
    }
    int paged = pages.stream().mapToInt(List::size).sum();
    put(side.heads(), headDocument(side, user, number, paged, 1_000_000, headIds));
  }

  /** A page, whatever its head says of it. */
  public void page(Side side, String user, long number, Object... ids) {
    put(
        side.pages(),
        new Document("_id", user + ":" + number)
            .append("userId", user)
            .append("page", number)
            .append(side.idsField(), List.of(ids))
            .append("followedAt", marks(1, ids.length))
            .append("fromRevision", 1L));
  }

  private static Document headDocument(
      Side side, String user, int nextPage, int paged, long firstMark, Object... ids) {
    Document head =
        new Document("_id", user)
            .append("schemaVersion", 1)
            .append(side.idsField(), new ArrayList<>(List.of(ids)))
            .append("followedAt", marks(firstMark, ids.length))
            .append(side.countField(), (long) ids.length + paged)
            .append("firstPage", 0L)
            .append("nextPage", (long) nextPage)
            .append("sequence", 0L)
            .append("revision", 5L);
    if (nextPage > 0) {
      head.append("hasOverflow", true);
    }
    return head;
  }

  private static List<Long> marks(long first, int count) {
    return LongStream.range(first, first + count).boxed().toList();
  }

  public void stats(String user, long followerCount, long followingCount) {
    stats
        .getCollection("userStats")
        .replaceOne(
            Filters.eq("_id", user),
            new Document("followerCount", followerCount).append("followingCount", followingCount),
            new ReplaceOptions().upsert(true));
  }

  public void spoil(Side side, String user, String field, Object value) {
    followers
        .getCollection(side.heads())
        .updateOne(Filters.eq("_id", user), Updates.set(field, value));
  }

  public void drop(Side side, String user, String field) {
    followers.getCollection(side.heads()).updateOne(Filters.eq("_id", user), Updates.unset(field));
  }

  public void spoilPage(Side side, String page, String field, Object value) {
    followers
        .getCollection(side.pages())
        .updateOne(Filters.eq("_id", page), Updates.set(field, value));
  }

  public void deletePage(Side side, String page) {
    followers.getCollection(side.pages()).deleteOne(Filters.eq("_id", page));
  }

  public void deleteHead(Side side, String user) {
    followers.getCollection(side.heads()).deleteOne(Filters.eq("_id", user));
  }

  private void put(String collection, Document document) {
    followers
        .getCollection(collection)
        .replaceOne(
            Filters.eq("_id", document.get("_id")), document, new ReplaceOptions().upsert(true));
  }
}
