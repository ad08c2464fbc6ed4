package io.longtail.trials;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** What a hand at the database can do to lists, each the least that shows. */
final class StoredDamage {
  private final MongoDatabase followers;
  private final MongoDatabase stats;

  StoredDamage(MongoDatabase followers, MongoDatabase stats) {
    this.followers = followers;
    this.stats = stats;
  }

  /** Followees whose list has at least so many pages, in the order of their ids. */
  List<String> followeesWithPages(int pagesMin) {
    List<String> users = new ArrayList<>();
    for (Document head :
        followers.getCollection("followers").find(Filters.eq("hasOverflow", true))) {
      if (number(head, "nextPage") - number(head, "firstPage") >= pagesMin) {
        users.add(head.getString("_id"));
      }
    }
    users.sort(null);
    return users;
  }

  /** A follower of whom nobody knows, as the newest of the first page. */
  void putGhostIntoPage(String followee, String ghost) {
    Document page = page(followee, firstPage(followee));
    List<Long> marks = page.getList("followedAt", Long.class);
    set(
        "followerOverflow",
        page.get("_id"),
        Updates.combine(
            Updates.push("followerIds", ghost),
            Updates.push("followedAt", marks.get(marks.size() - 1) + 1)));
  }

  /** A member of the first page once more, as the newest of the head. Returns it. */
  Object repeatInHead(String followee) {
    Document head = head("followers", followee);
    List<Object> removed = head.getList("removedIds", Object.class, List.of());
    Object id =
        page(followee, firstPage(followee)).getList("followerIds", Object.class).stream()
            .filter(each -> !removed.contains(each))
            .findFirst()
            .orElseThrow();
    set(
        "followers",
        followee,
        Updates.combine(
            Updates.push("followerIds", id),
            Updates.push("followedAt", number(head, "lastMark") + 1)));
    return id;
  }

  void count(String followee, long difference) {
    set("followers", followee, Updates.inc("followerCount", difference));
  }

  void countInStats(String user, long count) {
    stats
        .getCollection("userStats")
        .updateOne(Filters.eq("_id", user), Updates.set("followerCount", count));
  }

  void loseFlag(String followee) {
    set("followers", followee, Updates.unset("hasOverflow"));
  }

  /** A page in the middle of the list. Returns its number. */
  long losePage(String followee) {
    long page = firstPage(followee) + 1;
    followers.getCollection("followerOverflow").deleteOne(Filters.eq("_id", followee + ":" + page));
    return page;
  }

  /** The newest one out of a list, with the count and everything: a list that is well in itself. */
  Object loseNewest(String side, String user) {
    String ids = side.equals("followers") ? "followerIds" : "followingIds";
    String count = side.equals("followers") ? "followerCount" : "followingCount";
    Document head = head(side, user);
    List<Object> left = new ArrayList<>(head.getList(ids, Object.class));
    List<Long> marks = new ArrayList<>(head.getList("followedAt", Long.class));
    Object lost = left.remove(left.size() - 1);
    marks.remove(marks.size() - 1);
    set(
        side,
        user,
        Updates.combine(
            Updates.set(ids, left), Updates.set("followedAt", marks), Updates.inc(count, -1L)));
    return lost;
  }

  private long firstPage(String followee) {
    return number(head("followers", followee), "firstPage");
  }

  private Document head(String side, String user) {
    return one(followers.getCollection(side), user);
  }

  private Document page(String followee, long number) {
    return one(followers.getCollection("followerOverflow"), followee + ":" + number);
  }

  private static Document one(MongoCollection<Document> collection, String id) {
    Document found = collection.find(Filters.eq("_id", id)).first();
    if (found == null) {
      throw new IllegalStateException("there is no " + id);
    }
    return found;
  }

  private static long number(Document document, String field) {
    return document.get(field, Number.class).longValue();
  }

  private void set(String collection, Object id, Bson update) {
    followers.getCollection(collection).updateOne(Filters.eq("_id", id), update);
  }
}
