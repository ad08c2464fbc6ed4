package io.longtail.users.mongo;

import static io.longtail.users.mongo.Commands.inBulks;
import static io.longtail.users.mongo.Commands.inserts;
import static io.longtail.users.mongo.Commands.run;
import static io.longtail.users.mongo.UserDocument.BAR;
import static io.longtail.users.mongo.UserDocument.ID;
import static io.longtail.users.mongo.UserDocument.STATS_REVISION;
import static io.longtail.users.mongo.UserDocument.TYPE;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOneModel;
import io.longtail.users.Counts;
import io.longtail.users.User;
import io.longtail.users.UserId;
import io.longtail.users.Users;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;

/** {@link Users} in the collection {@code users}. */
@Singleton
final class MongoUsers implements Users {
  private final MongoCollection<Document> users;
  private final MongoCollection<Document> usersForBulks;

  MongoUsers(Collections collections) {
    this.users = collections.users();
    this.usersForBulks = collections.patient(collections.users());
  }

  @Override
  public Optional<User> find(UserId id) {
    return look(id) instanceof Place.Taken taken ? Optional.of(taken.user()) : Optional.empty();
  }

  @Override
  public Set<UserId> known(Collection<UserId> ids) {
    Set<UserId> known = new HashSet<>();
    MongoCollection<Document> collection = ids.size() > 2 ? usersForBulks : users;
    for (List<UserId> bulk : inBulks(ids)) {
      List<String> values = bulk.stream().map(UserId::value).toList();
      run(
              () ->
                  collection
                      .find(new Document(ID, new Document("$in", values)))
                      .projection(new Document(TYPE, 1))
                      .batchSize(Commands.BULK_MAX)
                      .into(new ArrayList<>()))
          .stream()
          .filter(UserDocument::isUser)
          .forEach(document -> known.add(new UserId(document.getString(ID))));
    }
    return known;
  }

  @Override
  public Place look(UserId id) {
    Document document = run(() -> users.find(new Document(ID, id.value())).first());
    if (document == null) {
      return new Place.Empty();
    }
    return UserDocument.isUser(document)
        ? new Place.Taken(UserDocument.read(document))
        : new Place.Barred(document.getString(BAR));
  }

  @Override
  public boolean add(User user) {
    return inserts(() -> users.insertOne(UserDocument.of(user)));
  }

  @Override
  public boolean addInPlaceOf(String bar, User user) {
    return replaceBar(user.id(), bar, UserDocument.of(user));
  }

  @Override
  public boolean bar(UserId id, String bar) {
    return inserts(() -> users.insertOne(UserDocument.bar(id, bar)));
  }

  @Override
  public boolean barAgain(UserId id, String old, String bar) {
    return replaceBar(id, old, UserDocument.bar(id, bar));
  }

  private boolean replaceBar(UserId id, String bar, Document document) {
    Document filter = new Document(ID, id.value()).append(BAR, bar);
    return run(() -> users.replaceOne(filter, document)).getMatchedCount() == 1;
  }

  @Override
  public void update(Map<UserId, Counts> counts) {
    for (List<Map.Entry<UserId, Counts>> bulk : inBulks(counts.entrySet())) {
      List<UpdateOneModel<Document>> updates =
          bulk.stream().map(entry -> ifNewer(entry.getKey(), entry.getValue())).toList();
      run(() -> usersForBulks.bulkWrite(updates, new BulkWriteOptions().ordered(false)));
    }
  }

  // Matches no bar: it has no revision, and nothing is not below a number.
  private static UpdateOneModel<Document> ifNewer(UserId id, Counts counts) {
    return new UpdateOneModel<>(
        new Document(ID, id.value()).append(STATS_REVISION, new Document("$lt", counts.revision())),
        new Document("$set", UserDocument.of(counts)));
  }
}
