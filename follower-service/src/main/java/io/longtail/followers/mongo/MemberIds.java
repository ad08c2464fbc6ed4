package io.longtail.followers.mongo;

import io.longtail.followers.edgelist.IdForm;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonReader;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/** Member ids in their narrowest lossless BSON form, and back. */
final class MemberIds {
  private MemberIds() {}

  static BsonValue toBson(String id) {
    return switch (IdForm.of(id)) {
      case INT64 -> new BsonInt64(Long.parseLong(id));
      case OBJECT_ID -> new BsonObjectId(new ObjectId(id));
      case UUID -> new BsonBinary(UUID.fromString(id));
      case STRING -> new BsonString(id);
    };
  }

  /** Reads the value that the reader stands on. */
  static String read(BsonReader reader) {
    return switch (reader.getCurrentBsonType()) {
      case INT64 -> Long.toString(reader.readInt64());
      case OBJECT_ID -> reader.readObjectId().toHexString();
      case BINARY -> reader.readBinaryData().asUuid().toString();
      case STRING -> reader.readString();
      default ->
          throw new IllegalStateException("a member id of type " + reader.getCurrentBsonType());
    };
  }
}
