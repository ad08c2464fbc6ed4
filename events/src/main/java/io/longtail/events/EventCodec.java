package io.longtail.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
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
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes and reads every event: JSON in UTF-8, one object, times in RFC 3339.
 *
 * <p>Reading {@link FollowEvent}s, which anybody may send, is strict about what matters and lenient
 * about the rest: unknown fields are ignored, anything else that is off is an {@link
 * InvalidEventException}. Reading our own output ignores unknown types (an empty answer), so that
 * types can be added.
 */
public final class EventCodec {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

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

  /**
   * Reads a record of {@code follow-events}.
   *
   * @throws InvalidEventException if it is no event; the message names the field and the rule
   */
  public static FollowEvent decodeFollowEvent(byte[] key, byte[] value) {
    if (key == null) {
      throw new InvalidEventException("key must be present");
    }
    if (value == null) {
      throw new InvalidEventException("value must be present");
    }
    Fields fields = Fields.read(value);
    String type = fields.text("type");
    if (!type.equals("FOLLOW") && !type.equals("UNFOLLOW")) {
      throw new InvalidEventException("type must be FOLLOW or UNFOLLOW");
    }
    FollowerId follower = fields.follower("followerId");
    FolloweeId followee = fields.followee("followeeId");
    if (!followee.value().equals(utf8(key, "key"))) {
      throw new InvalidEventException("key must be the followeeId");
    }
    Edge edge = new Edge(follower, followee);
    Optional<Instant> occurredAt = fields.optionalTime("occurredAt");
    Cause cause = fields.cause();
    return type.equals("FOLLOW")
        ? new Follow(edge, occurredAt, cause)
        : new Unfollow(edge, occurredAt, cause);
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
    Fields fields = Fields.read(value);
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
    Fields fields = Fields.read(value);
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
    Fields fields = Fields.read(value);
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
    Fields fields = Fields.read(value);
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

  private static UserCard readCard(Fields fields) {
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

  /**
   * The top-level fields of one JSON object: strings and whole numbers; all else is passed over.
   */
  private record Fields(Map<String, Object> values) {

    static Fields read(byte[] value) {
      // Jackson would guess UTF-16 or UTF-32 from the first bytes; the contract says UTF-8.
      String text = utf8(value, "value");
      Map<String, Object> values = new HashMap<>();
      try (JsonParser json = JSON.createParser(text)) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
          throw new InvalidEventException("value must be one JSON object");
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
          String name = json.currentName();
          switch (json.nextToken()) {
            case VALUE_STRING -> values.put(name, json.getText());
            case VALUE_NUMBER_INT ->
                values.put(
                    name,
                    json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? NotReadable.INSTANCE
                        : (Object) json.getLongValue());
            case START_OBJECT, START_ARRAY -> {
              json.skipChildren();
              values.put(name, NotReadable.INSTANCE);
            }
            case VALUE_NULL -> {}
            default -> values.put(name, NotReadable.INSTANCE);
          }
        }
        if (json.nextToken() != null) {
          throw new InvalidEventException("value must be one JSON object and nothing after it");
        }
      } catch (IOException e) {
        throw new InvalidEventException("value must be one JSON object");
      }
      return new Fields(values);
    }

    String text(String field) {
      if (values.get(field) instanceof String text) {
        return text;
      }
      throw new InvalidEventException(field + " must be a string");
    }

    Optional<String> optionalText(String field) {
      return values.containsKey(field) ? Optional.of(text(field)) : Optional.empty();
    }

    long number(String field) {
      if (values.get(field) instanceof Long number && number >= 0) {
        return number;
      }
      throw new InvalidEventException(field + " must be a whole number, 0 or more");
    }

    FollowerId follower(String field) {
      return new FollowerId(UserIdRule.checked(text(field), field));
    }

    String userId() {
      return UserIdRule.checked(text("userId"), "userId");
    }

    FolloweeId followee(String field) {
      return new FolloweeId(UserIdRule.checked(text(field), field));
    }

    Instant time(String field) {
      try {
        return OffsetDateTime.parse(text(field)).toInstant();
      } catch (DateTimeParseException e) {
        throw new InvalidEventException(field + " must be an RFC 3339 time");
      }
    }

    Optional<Instant> optionalTime(String field) {
      return values.containsKey(field) ? Optional.of(time(field)) : Optional.empty();
    }

    /** {@code USER} where none is given. */
    Cause cause() {
      if (!values.containsKey("cause")) {
        return Cause.USER;
      }
      try {
        return Cause.valueOf(text("cause"));
      } catch (IllegalArgumentException e) {
        throw new InvalidEventException("cause must be USER, IMPORT, DELETION or REPAIR");
      }
    }
  }

  /** A value of a kind that no field of ours has. */
  private enum NotReadable {
    INSTANCE
  }

  private static String utf8(byte[] bytes, String what) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidEventException(what + " must be UTF-8");
    }
  }
}
