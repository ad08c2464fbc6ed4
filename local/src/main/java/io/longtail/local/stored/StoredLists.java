package io.longtail.local.stored;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** The documents of follower-service, read by {@code _id} or one after the other. */
public final class StoredLists {
  /** A page is about 20 KiB: this many are a fraction of a MiB. */
  public static final int PAGES_PER_READ = 16;

  private static final int HEADS_PER_READ = 100;

  /**
   * Documents of a few numbers. Left to itself, MongoDB sends 16 MiB of them at once, and whoever
   * works long on so many finds the cursor gone.
   */
  static final int SMALL_PER_READ = 1_000;

  private final MongoDatabase database;
  private final DocumentCodec codec;

  public StoredLists(MongoDatabase database) {
    this.database = database;
    CodecRegistry registry = database.getCodecRegistry();
    this.codec = new DocumentCodec(registry);
  }

  public long estimatedHeads(Side side) {
    return database.getCollection(side.heads()).estimatedDocumentCount();
  }

  /** Every head of a side, in any order. */
  public void forEachHead(Side side, Consumer<StoredHead> consumer) {
    for (RawBsonDocument raw :
        database
            .getCollection(side.heads(), RawBsonDocument.class)
            .find()
            .batchSize(HEADS_PER_READ)) {
      consumer.accept(head(side, raw));
    }
  }

  public Optional<StoredHead> head(Side side, String user) {
    RawBsonDocument raw =
        database
            .getCollection(side.heads(), RawBsonDocument.class)
            .find(Filters.eq("_id", user))
            .first();
    return Optional.ofNullable(raw).map(document -> head(side, document));
  }

  public Map<String, StoredHead> heads(Side side, Collection<String> users) {
    Map<String, StoredHead> heads = new HashMap<>();
    database
        .getCollection(side.heads(), RawBsonDocument.class)
        .find(Filters.in("_id", users))
        .map(raw -> head(side, raw))
        .forEach(head -> heads.put(head.user(), head));
    return heads;
  }

  /** The numbers of every list of a side, in any order. */
  public void forEachNumbers(Side side, Consumer<ListNumbers> consumer) {
    for (Document head :
        database
            .getCollection(side.heads())
            .find()
            .projection(ListNumbers.projection(side))
            .batchSize(SMALL_PER_READ)) {
      consumer.accept(ListNumbers.of(side, head));
    }
  }

  /** The numbers of some users' lists; of one who has none they are absent. */
  public Map<String, ListNumbers> numbers(Side side, Collection<String> users) {
    Map<String, ListNumbers> numbers = new HashMap<>();
    database
        .getCollection(side.heads())
        .find(Filters.in("_id", users))
        .projection(ListNumbers.projection(side))
        .forEach(head -> numbers.put(String.valueOf(head.get("_id")), ListNumbers.of(side, head)));
    return numbers;
  }

  /** Under which epoch of the log the lists are: 1 until a log is adopted that was created anew. */
  public long epoch() {
    Document log = database.getCollection("log").find(Filters.eq("_id", "follow-events")).first();
    return log != null && log.get("epoch") instanceof Number epoch ? epoch.longValue() : 1;
  }

  /**
   * The number of every page that is stored for a side, in or out of the range of its list.
   *
   * @param onlyOf whose; empty: everybody's
   */
  public void forEachPageNumber(Side side, Optional<String> onlyOf, PageNumberConsumer consumer) {
    Bson filter =
        onlyOf
            .map(user -> Filters.and(Filters.gte("_id", user + ":"), Filters.lt("_id", user + ";")))
            .orElseGet(Filters::empty);
    for (Document page :
        database
            .getCollection(side.pages())
            .find(filter)
            .projection(new Document("_id", 1))
            // From the index alone: without the hint MongoDB fetches every page, 20 KiB each.
            .hint(new Document("_id", 1))
            .batchSize(SMALL_PER_READ)) {
      String id = String.valueOf(page.get("_id"));
      int colon = id.lastIndexOf(':');
      String user = id.substring(0, Math.max(0, colon));
      if (id.substring(colon + 1).matches("\\d{1,18}") && onlyOf.map(user::equals).orElse(true)) {
        consumer.accept(user, Long.parseLong(id.substring(colon + 1)));
      }
    }
  }

  /** A page, by whose it is and its number. */
  @FunctionalInterface
  public interface PageNumberConsumer {
    void accept(String user, long page);
  }

  private StoredHead head(Side side, RawBsonDocument raw) {
    return StoredHead.of(side, raw.decode(codec), raw.getByteBuffer().remaining());
  }

  /** Every page in range of a head, oldest first; empty where one is missing. */
  public void forEachPage(Side side, StoredHead head, PageConsumer consumer) {
    for (long from = head.firstPage(); from < head.nextPage(); from += PAGES_PER_READ) {
      long to = Math.min(from + PAGES_PER_READ, head.nextPage());
      long number = from;
      for (Optional<StoredPage> page : pages(side, head.user(), from, to)) {
        consumer.accept(number++, page);
      }
    }
  }

  /** The pages from one number to before another, in order; empty where one is missing. */
  public List<Optional<StoredPage>> pages(Side side, String user, long from, long to) {
    List<String> ids = LongStream.range(from, to).mapToObj(page -> user + ":" + page).toList();
    Map<String, StoredPage> found = new HashMap<>();
    for (Document document : database.getCollection(side.pages()).find(Filters.in("_id", ids))) {
      found.put(document.getString("_id"), StoredPage.of(side, document));
    }
    return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
  }

  /** Every listed id, oldest first; a page that is missing is passed over. */
  public void forEachListed(Side side, StoredHead head, Consumer<String> consumer) {
    forEachPage(
        side,
        head,
        (number, stored) ->
            stored.ifPresent(
                page ->
                    page.ids().stream()
                        .filter(id -> !head.removedIds().contains(id))
                        .forEach(consumer)));
    head.ids().forEach(consumer);
  }

  /** Whether a list has a member now. */
  public boolean contains(Side side, StoredHead head, String member) {
    if (head.ids().contains(member)) {
      return true;
    }
    if (!head.hasPages() || head.removedIds().contains(member)) {
      return false;
    }
    AtomicBoolean found = new AtomicBoolean();
    forEachPage(
        side,
        head,
        (number, stored) ->
            stored.ifPresent(page -> found.compareAndSet(false, page.ids().contains(member))));
    return found.get();
  }

  public boolean contains(Side side, String owner, String member) {
    return head(side, owner).map(head -> contains(side, head, member)).orElse(false);
  }

  /**
   * Owners of lists on a side in whose documents the member stands, whether it counts or not. A
   * scan of the collections, by the server.
   *
   * @param forms in which the id of the member may be stored
   */
  public List<String> ownersNaming(Side side, Collection<Object> forms) {
    List<String> owners = new ArrayList<>();
    database
        .getCollection(side.heads())
        .find(Filters.in(side.idsField(), forms))
        .projection(new Document("_id", 1))
        .forEach(document -> owners.add(document.getString("_id")));
    database
        .getCollection(side.pages())
        .find(Filters.in(side.idsField(), forms))
        .projection(new Document("userId", 1))
        .forEach(document -> owners.add(document.getString("userId")));
    return owners.stream().distinct().toList();
  }

  /** One page, by its number. */
  @FunctionalInterface
  public interface PageConsumer {
    void accept(long page, Optional<StoredPage> stored);
  }
}
