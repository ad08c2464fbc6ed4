package io.longtail.users.mongo;

import io.longtail.users.Counts;
import io.longtail.users.User;
import io.longtail.users.UserId;
import io.longtail.users.profile.Handle;
import io.longtail.users.profile.Profile;
import io.longtail.users.profile.Profile.Organization;
import io.longtail.users.profile.Profile.Person;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.bson.Document;

/**
 * A user as a document, of one of two shapes that {@code type} tells apart.
 *
 * <pre>
 *   { _id: "u-7", schemaVersion: 1, type: "PERSON", handle: "Ada", firstName: "Ada",
 *     lastName: "Lovelace", createdAt: …, followerCount: 2, followingCount: 0, countsAsOf: …,
 *     statsRevision: 5 }
 *   { _id: "u-8", schemaVersion: 1, type: "ORGANIZATION", handle: "acme", name: "Acme",
 *     website: "https://acme.example", createdAt: …, … }
 * </pre>
 *
 * A bar is a document of neither type: {@code { _id: "u-9", schemaVersion: 1, bar: "…" }}.
 */
final class UserDocument {
  static final String ID = "_id";
  static final String SCHEMA_VERSION = "schemaVersion";
  static final int SCHEMA_VERSION_NOW = 1;
  static final String TYPE = "type";
  static final String BAR = "bar";
  static final String STATS_REVISION = "statsRevision";

  private UserDocument() {}

  static Document of(User user) {
    Document document =
        new Document(ID, user.id().value()).append(SCHEMA_VERSION, SCHEMA_VERSION_NOW);
    appendProfile(document, user);
    document.append("createdAt", Date.from(user.createdAt()));
    document.putAll(of(user.counts()));
    return document;
  }

  private static void appendProfile(Document document, User user) {
    if (user.profile() instanceof Person person) {
      document
          .append(TYPE, "PERSON")
          .append("handle", user.handle().shown())
          .append("firstName", person.firstName())
          .append("lastName", person.lastName());
    } else if (user.profile() instanceof Organization organization) {
      document
          .append(TYPE, "ORGANIZATION")
          .append("handle", user.handle().shown())
          .append("name", organization.name());
      organization.website().ifPresent(website -> document.append("website", website));
    }
  }

  static Document of(Counts counts) {
    return new Document("followerCount", counts.followerCount())
        .append("followingCount", counts.followingCount())
        .append("countsAsOf", Date.from(counts.asOf()))
        .append(STATS_REVISION, counts.revision());
  }

  static Document bar(UserId id, String bar) {
    return new Document(ID, id.value()).append(SCHEMA_VERSION, SCHEMA_VERSION_NOW).append(BAR, bar);
  }

  static boolean isUser(Document document) {
    return document.containsKey(TYPE);
  }

  static User read(Document document) {
    return new User(
        new UserId(document.getString(ID)),
        new Handle(document.getString("handle")),
        readProfile(document),
        instant(document, "createdAt"),
        new Counts(
            number(document, "followerCount"),
            number(document, "followingCount"),
            number(document, STATS_REVISION),
            instant(document, "countsAsOf")));
  }

  private static Profile readProfile(Document document) {
    return switch (document.getString(TYPE)) {
      case "PERSON" -> new Person(document.getString("firstName"), document.getString("lastName"));
      case "ORGANIZATION" ->
          new Organization(
              document.getString("name"), Optional.ofNullable(document.getString("website")));
      default ->
          throw new IllegalStateException(
              "user " + document.getString(ID) + " is of a type that this version does not know");
    };
  }

  // A number written by other tools may be of any numeric type.
  static long number(Document document, String field) {
    return document.get(field, Number.class).longValue();
  }

  static Instant instant(Document document, String field) {
    return document.getDate(field).toInstant();
  }
}
