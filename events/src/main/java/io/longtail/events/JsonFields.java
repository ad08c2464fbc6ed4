package io.longtail.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The top-level fields of one JSON object: strings and whole numbers; all else is passed over. A
 * field that is asked for and is not what it must be is an {@link InvalidEventException}.
 */
record JsonFields(Map<String, Object> values) {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** RFC 3339 has four digits for the year. */
  private static final int YEAR_MAX = 9999;

  /** Where the seconds begin, with a colon, in 2020-01-01T00:00:00Z. */
  private static final int SECONDS_AT = 16;

  static JsonFields read(byte[] value) {
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
    return new JsonFields(values);
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
      String text = text(field);
      OffsetDateTime time = OffsetDateTime.parse(text);
      // The parser takes a time without seconds, the standard does not.
      if (text.charAt(SECONDS_AT) == ':' && time.getYear() >= 0 && time.getYear() <= YEAR_MAX) {
        return time.toInstant();
      }
    } catch (DateTimeParseException e) {
      // falls through: the same rule is broken
    }
    throw new InvalidEventException(field + " must be an RFC 3339 time");
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

  /** A value of a kind that no field of ours has. */
  private enum NotReadable {
    INSTANCE
  }

  static String utf8(byte[] bytes, String what) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidEventException(what + " must be UTF-8");
    }
  }
}
