package io.longtail.users.mongo;

import static io.longtail.users.mongo.Commands.inserts;
import static io.longtail.users.mongo.Commands.run;
import static io.longtail.users.mongo.UserDocument.ID;
import static io.longtail.users.mongo.UserDocument.SCHEMA_VERSION;
import static io.longtail.users.mongo.UserDocument.SCHEMA_VERSION_NOW;

import com.mongodb.client.MongoCollection;
import io.longtail.users.HandleClaim;
import io.longtail.users.HandleClaims;
import io.longtail.users.UserId;
import io.longtail.users.profile.Handle;
import jakarta.inject.Singleton;
import java.util.Date;
import java.util.Optional;
import org.bson.Document;

/**
 * {@link HandleClaims} in the collection {@code handles}: {@code { _id: "ada", schemaVersion: 1,
 * userId: "u-7", token: "…", claimedAt: … }}, so that the {@code _id} index is what keeps a handle
 * unique.
 */
@Singleton
final class MongoHandleClaims implements HandleClaims {
  private static final String TOKEN = "token";

  private final MongoCollection<Document> handles;

  MongoHandleClaims(Collections collections) {
    this.handles = collections.handles();
  }

  @Override
  public boolean add(HandleClaim claim) {
    return inserts(() -> handles.insertOne(document(claim)));
  }

  @Override
  public Optional<HandleClaim> find(Handle handle) {
    return Optional.ofNullable(
            run(() -> handles.find(new Document(ID, handle.canonical())).first()))
        .map(MongoHandleClaims::read);
  }

  @Override
  public boolean replace(HandleClaim read, HandleClaim claim) {
    return run(() -> handles.replaceOne(exactly(read), document(claim))).getMatchedCount() == 1;
  }

  @Override
  public void remove(HandleClaim written) {
    run(() -> handles.deleteOne(exactly(written)));
  }

  private static Document exactly(HandleClaim claim) {
    return new Document(ID, claim.handle().canonical()).append(TOKEN, claim.token());
  }

  private static Document document(HandleClaim claim) {
    return new Document(ID, claim.handle().canonical())
        .append(SCHEMA_VERSION, SCHEMA_VERSION_NOW)
        .append("userId", claim.userId().value())
        .append(TOKEN, claim.token())
        .append("claimedAt", Date.from(claim.claimedAt()));
  }

  private static HandleClaim read(Document document) {
    return new HandleClaim(
        new Handle(document.getString(ID)),
        new UserId(document.getString("userId")),
        document.getString(TOKEN),
        UserDocument.instant(document, "claimedAt"));
  }
}
