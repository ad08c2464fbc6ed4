package io.longtail.followers.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.longtail.followers.EdgeLists;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.RawBsonDocument;

/** The lists of one side in MongoDB: a collection of heads and one of pages. */
final class MongoEdgeLists implements EdgeLists {
  private static final int DUPLICATE_KEY = 11000;

  /** Somebody else was writing the same document; MongoDB has done nothing. */
  private static final int WRITE_CONFLICT = 112;

  private static final int DELETED_PER_WRITE = 1_000;
  private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);

  private final MongoCollection<BsonDocument> heads;
  private final MongoCollection<BsonDocument> pages;
  private final HeadDocuments headDocuments;
  private final PageDocuments pageDocuments;

  MongoEdgeLists(MongoDatabase database, Side side) {
    ListFields fields = ListFields.of(side);
    this.heads = database.getCollection(fields.heads(), BsonDocument.class);
    this.pages = database.getCollection(fields.pages(), BsonDocument.class);
    this.headDocuments = new HeadDocuments(fields);
    this.pageDocuments = new PageDocuments(fields);
  }

  @Override
  public Map<String, Head> heads(Collection<String> userIds) {
    Map<String, Head> found = new HashMap<>();
    if (userIds.isEmpty()) {
      return found;
    }
    heads
        .find(byId(userIds.stream().map(BsonString::new).toList()), RawBsonDocument.class)
        .batchSize(userIds.size() + 1) // one more: else the cursor stays open for a last look
        .map(headDocuments::read)
        .forEach(head -> found.put(head.userId(), head));
    userIds.forEach(id -> found.computeIfAbsent(id, Head::empty));
    return found;
  }

  @Override
  public boolean save(List<HeadUpdate> updates) {
    if (updates.isEmpty()) {
      return true;
    }
    List<WriteModel<BsonDocument>> writes = new ArrayList<>(updates.size());
    for (HeadUpdate update : updates) {
      writes.add(write(update));
    }
    try {
      // Unordered: the writes are of different heads, and no order is relied on.
      BulkWriteResult result = heads.bulkWrite(writes, UNORDERED);
      return result.getMatchedCount() + result.getInsertedCount() == updates.size();
    } catch (MongoBulkWriteException e) {
      boolean onlyRaces =
          e.getWriteConcernError() == null
              && e.getWriteErrors().stream().allMatch(error -> isRace(error.getCode()));
      if (onlyRaces) {
        return false; // somebody else was first
      }
      throw e;
    } catch (MongoCommandException e) {
      if (e.getCode() == WRITE_CONFLICT) {
        return false;
      }
      throw e;
    }
  }

  private WriteModel<BsonDocument> write(HeadUpdate update) {
    if (!update.before().isStored()) {
      return new InsertOneModel<>(headDocuments.whole(update.after()));
    }
    BsonDocument filter = headDocuments.filter(update.before());
    return update.rebuilt()
        ? new ReplaceOneModel<>(filter, headDocuments.whole(update.after()))
        : new UpdateOneModel<>(filter, headDocuments.update(update));
  }

  private static boolean isRace(int code) {
    return code == DUPLICATE_KEY || code == WRITE_CONFLICT;
  }

  @Override
  public List<Page> pages(String userId, int from, int to) {
    List<Page> found =
        pages
            .find(byId(pageIds(userId, from, to)), RawBsonDocument.class)
            .batchSize(to - from + 1)
            .map(pageDocuments::read)
            .into(new ArrayList<>());
    found.sort(Comparator.comparingInt(Page::number));
    return found;
  }

  @Override
  public boolean insert(Page page) {
    return unlessRaced(
        () -> {
          pages.insertOne(pageDocuments.whole(page));
          return true;
        });
  }

  @Override
  public boolean replace(Page read, Page by) {
    return unlessRaced(
        () ->
            pages.replaceOne(pageDocuments.filter(read), pageDocuments.whole(by)).getMatchedCount()
                == 1);
  }

  /** False also if another page is there, or another writer was at it. */
  private static boolean unlessRaced(BooleanSupplier write) {
    try {
      return write.getAsBoolean();
    } catch (MongoWriteException | MongoCommandException e) {
      if (isRace(e.getCode())) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void deletePages(String userId, int from, int to) {
    for (int at = from; at < to; at += DELETED_PER_WRITE) {
      pages.deleteMany(byId(pageIds(userId, at, Math.min(to, at + DELETED_PER_WRITE))));
    }
  }

  @Override
  public void deleteOlder(String userId, int number, long revision) {
    pages.deleteOne(
        new BsonDocument("_id", PageDocuments.id(userId, number))
            .append("fromRevision", new BsonDocument("$lt", new BsonInt64(revision))));
  }

  private static List<BsonString> pageIds(String userId, int from, int to) {
    List<BsonString> ids = new ArrayList<>();
    for (int number = from; number < to; number++) {
      ids.add(PageDocuments.id(userId, number));
    }
    return ids;
  }

  private static BsonDocument byId(List<BsonString> ids) {
    return new BsonDocument("_id", new BsonDocument("$in", new BsonArray(ids)));
  }
}
