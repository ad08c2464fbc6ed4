package io.longtail.local.verifying;

import com.mongodb.MongoWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredHead;
import io.longtail.local.stored.StoredLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * Puts pages back, empty, that a head shows and nobody stores. It is the one thing that a repair
 * writes by itself: follower-service decides nothing on a part of a list, so a partition in which
 * somebody asks for such a page stands still and does not get to the order to rebuild the list. An
 * empty page states nothing: members, count and sequence change by the events that follow.
 */
final class MissingPages {
  private static final int DUPLICATE_KEY = 11000;

  private final MongoDatabase database;
  private final StoredLists lists;

  MissingPages(MongoDatabase followers) {
    this.database = followers.withWriteConcern(WriteConcern.MAJORITY.withJournal(true));
    this.lists = new StoredLists(followers);
  }

  /** In both lists of the user; how many. */
  long putBack(String user) {
    long putBack = 0;
    for (Side side : Side.values()) {
      Optional<StoredHead> head = lists.head(side, user);
      if (head.isPresent()) {
        for (long page : missing(side, head.get())) {
          // Should the list be unspilled meanwhile, this is one more page below its range.
          if (isUnmoved(side, head.get()) && insert(side, user, page)) {
            putBack++;
          }
        }
      }
    }
    return putBack;
  }

  private List<Long> missing(Side side, StoredHead head) {
    List<Long> missing = new ArrayList<>();
    lists.forEachPage(
        side,
        head,
        (number, stored) -> {
          if (stored.isEmpty()) {
            missing.add(number);
          }
        });
    return missing;
  }

  private boolean isUnmoved(Side side, StoredHead head) {
    return lists.head(side, head.user()).map(StoredHead::revision).orElse(-1L) == head.revision();
  }

  private boolean insert(Side side, String user, long page) {
    try {
      database
          .getCollection(side.pages())
          .insertOne(
              new Document("_id", user + ":" + page)
                  .append("schemaVersion", 1)
                  .append("userId", user)
                  .append("page", (int) page)
                  .append(side.idsField(), List.of())
                  .append("followedAt", List.of())
                  .append("fromRevision", 0L)
                  .append("compacted", 0L));
      return true;
    } catch (MongoWriteException e) {
      if (e.getError().getCode() == DUPLICATE_KEY) {
        return false; // somebody else was as quick
      }
      throw e;
    }
  }
}
