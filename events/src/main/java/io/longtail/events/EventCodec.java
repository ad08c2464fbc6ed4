package io.longtail.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerCountCorrected;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.events.UserEvent.UserCreated;
import io.longtail.events.UserEvent.UserDeleted;
import io.longtail.events.UserEvent.UserUpdated;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Writes and reads every event: JSON in UTF-8, one object, times in RFC 3339.
 *
 * <p>Reading {@link LogEntry}s, which anybody may send, is strict about what matters and lenient
 * about the rest: unknown fields are ignored, anything else that is off is an {@link
 * InvalidEventException}. Reading our own output ignores unknown types (an empty answer), so that
 * types can be added.
 */
public final class EventCodec {
  private static final JsonFactory JSON = new JsonFactory();

  private EventCodec() {}

  // ---- follow-events

  public static byte[] encode(FollowEvent event) {
    return write(
        json -> {
          json.writeStringField("type", event instanceof Follow ? "FOLLOW" : "UNFOLLOW");
          json.writeStringField("followerId", event.edge().follower().value());
          json.writeStringField("followeeId", event.edge().followee().value());
          if (event.occurredAt().isPresent()) {
            json.writeStringField("occurredAt", event.occurredAt().get().toString());
          }
          if (event.cause() != Cause.USER) {
            json.writeStringField("cause", event.cause().name());
          }
        });
  }

  public static byte[] encode(Repair repair) {
    return write(
        json -> {
          json.writeStringField("type", "REPAIR");
          json.writeStringField("userId", repair.userId());
        });
  }

  /**
   * Reads a record of {@code follow-events}.
   *
   * @throws InvalidEventException if it is no entry; the message names the field and the rule
   */
  public static LogEntry decodeLogEntry(byte[] key, byte[] value) {
    if (key == null) {
      throw new InvalidEventException("key must be present");
    }
    if (value == null) {
      throw new InvalidEventException("value must be present");
    }
    JsonFields fields = JsonFields.read(value);
    String keyText = JsonFields.utf8(key, "key");
    return switch (fields.text("type")) {
      case "FOLLOW" ->
          new Follow(edge(fields, keyText), fields.optionalTime("occurredAt"), fields.cause());
      case "UNFOLLOW" ->
          new Unfollow(edge(fields, keyText), fields.optionalTime("occurredAt"), fields.cause());
      case "REPAIR" -> repair(fields, keyText);
      default -> throw new InvalidEventException("type must be FOLLOW, UNFOLLOW or REPAIR");
    };
  }

  private static Edge edge(JsonFields fields, String key) {
    FollowerId follower = fields.follower("followerId");
    FolloweeId followee = fields.followee("followeeId");
    if (!followee.value().equals(key)) {
      throw new InvalidEventException("key must be the followeeId");
    }
    return new Edge(follower, followee);
  }

  private static Repair repair(JsonFields fields, String key) {
    String userId = fields.userId();
    if (!userId.equals(key)) {
      throw new InvalidEventException("key must be the userId");
    }
    return new Repair(userId);
  }

  // ---- follower-changes

  /** The {@code type} of a change, as in its JSON and its {@code ce_type} header. */
  public static String typeOf(FollowerChange change) {
    if (change instanceof FollowerAdded) {
      return "FOLLOWER_ADDED";
    }
    return change instanceof FollowerRemoved ? "FOLLOWER_REMOVED" : "FOLLOWER_COUNT_CORRECTED";
  }

  public static byte[] encode(FollowerChange change) {
    return write(
        json -> {
          json.writeStringField("type", typeOf(change));
          json.writeStringField("followeeId", change.followeeId().value());
          if (change instanceof FollowerAdded added) {
            json.writeStringField("followerId", added.followerId().value());
          } else if (change instanceof FollowerRemoved removed) {
            json.writeStringField("followerId", removed.followerId().value());
          }
          json.writeNumberField("sequence", change.sequence());
          json.writeNumberField("followerCount", change.followerCount());
          json.writeStringField("occurredAt", change.occurredAt().toString());
          json.writeStringField("cause", change.cause().name());
        });
  }

  /** Empty for a type that this version does not know. */
  public static Optional<FollowerChange> decodeFollowerChange(byte[] value) {
    JsonFields fields = JsonFields.read(value);
    return switch (fields.text("type")) {
      case "FOLLOWER_ADDED" ->
          Optional.of(
              new FollowerAdded(
                  fields.followee("followeeId"),
                  fields.follower("followerId"),
                  fields.number("sequence"),
                  fields.number("followerCount"),
                  fields.time("occurredAt"),
                  fields.cause()));
      case "FOLLOWER_REMOVED" ->
          Optional.of(
              new FollowerRemoved(
                  fields.followee("followeeId"),
                  fields.follower("followerId"),
                  fields.number("sequence"),
                  fields.number("followerCount"),
                  fields.time("occurredAt"),
                  fields.cause()));
      case "FOLLOWER_COUNT_CORRECTED" ->
          Optional.of(
              new FollowerCountCorrected(
                  fields.followee("followeeId"),
                  fields.number("sequence"),
                  fields.number("followerCount"),
                  fields.time("occurredAt"),
                  fields.cause()));
      default -> Optional.empty();
    };
  }

  // ---- following-counts

  public static byte[] encode(FollowingCount count) {
    return write(
        json -> {
          json.writeStringField("userId", count.userId().value());
          json.writeNumberField("followingCount", count.followingCount());
          json.writeNumberField("sequence", count.sequence());
        });
  }

  public static FollowingCount decodeFollowingCount(byte[] value) {
    JsonFields fields = JsonFields.read(value);
    return new FollowingCount(
        fields.follower("userId"), fields.number("followingCount"), fields.number("sequence"));
  }

  // ---- user-stats

  public static byte[] encode(UserStats stats) {
    return write(
        json -> {
          json.writeStringField("userId", stats.userId());
          json.writeNumberField("followerCount", stats.followerCount());
          json.writeNumberField("followingCount", stats.followingCount());
          json.writeNumberField("revision", stats.revision());
          json.writeStringField("asOf", stats.asOf().toString());
        });
  }

  public static UserStats decodeUserStats(byte[] value) {
    JsonFields fields = JsonFields.read(value);
    return new UserStats(
        fields.text("userId"),
        fields.number("followerCount"),
        fields.number("followingCount"),
        fields.number("revision"),
        fields.time("asOf"));
  }

  // ---- user-events

  /** The {@code type} of an event, as in its JSON and its {@code ce_type} header. */
  public static String typeOf(UserEvent event) {
    if (event instanceof UserCreated) {
      return "USER_CREATED";
    }
    return event instanceof UserUpdated ? "USER_UPDATED" : "USER_DELETED";
  }

  public static byte[] encode(UserEvent event) {
    return write(
        json -> {
          json.writeStringField("type", typeOf(event));
          json.writeStringField("userId", event.key());
          json.writeNumberField("revision", event.revision());
          if (event instanceof UserCreated created) {
            writeCard(json, created.user());
          } else if (event instanceof UserUpdated updated) {
            writeCard(json, updated.user());
          }
        });
  }

  private static void writeCard(JsonGenerator json, UserCard card) throws IOException {
    json.writeStringField("kind", card.kind().name());
    json.writeStringField("handle", card.handle());
    json.writeStringField("name", card.name());
    if (card.website().isPresent()) {
      json.writeStringField("website", card.website().get());
    }
  }

  /** Empty for a type that this version does not know. */
  public static Optional<UserEvent> decodeUserEvent(byte[] value) {
    JsonFields fields = JsonFields.read(value);
    return switch (fields.text("type")) {
      case "USER_CREATED" ->
          Optional.of(new UserCreated(readCard(fields), fields.number("revision")));
      case "USER_UPDATED" ->
          Optional.of(new UserUpdated(readCard(fields), fields.number("revision")));
      case "USER_DELETED" ->
          Optional.of(new UserDeleted(fields.userId(), fields.number("revision")));
      default -> Optional.empty();
    };
  }

  private static UserCard readCard(JsonFields fields) {
    UserCard.Kind kind;
    try {
      kind = UserCard.Kind.valueOf(fields.text("kind"));
    } catch (IllegalArgumentException e) {
      throw new InvalidEventException("kind must be PERSON or ORGANIZATION");
    }
    return new UserCard(
        fields.userId(),
        kind,
        fields.text("handle"),
        fields.text("name"),
        fields.optionalText("website"));
  }

  // ---- JSON

  @FunctionalInterface
  private interface Body {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private static byte[] write(Body body) {
    ByteArrayBuilder bytes = new ByteArrayBuilder(256);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      body.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
