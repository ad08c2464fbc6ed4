package io.longtail.followers.mongo;

import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Page;
import java.util.List;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonReader;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.RawBsonDocument;

/** Pages as documents of one side. */
final class PageDocuments {
  private final ListFields fields;

  PageDocuments(ListFields fields) {
    this.fields = fields;
  }

  static BsonString id(String userId, int number) {
    return new BsonString(userId + ":" + number);
  }

  /**
   * Matches the page only with the content that was read. As long as it is in a range, entries only
   * leave a page: where its other fields stay the same, its size tells.
   */
  BsonDocument filter(Page read) {
    return new BsonDocument("_id", id(read.userId(), read.number()))
        .append("fromRevision", new BsonInt64(read.fromRevision()))
        .append("compacted", new BsonInt64(read.compacted()))
        .append(fields.ids(), new BsonDocument("$size", new BsonInt32(read.edges().size())));
  }

  BsonDocument whole(Page page) {
    return new BsonDocument("_id", id(page.userId(), page.number()))
        .append("schemaVersion", new BsonInt32(HeadDocuments.SCHEMA_VERSION))
        .append("userId", new BsonString(page.userId()))
        .append("page", new BsonInt32(page.number()))
        .append(fields.ids(), EdgeArrays.ids(page.edges().ids()))
        .append("followedAt", EdgeArrays.marks(page.edges()))
        .append("fromRevision", new BsonInt64(page.fromRevision()))
        .append("compacted", new BsonInt64(page.compacted()));
  }

  Page read(RawBsonDocument document) {
    String userId = null;
    int number = 0;
    List<String> ids = List.of();
    long[] marks = {};
    long fromRevision = 0;
    long compacted = 0;
    try (BsonReader reader = new BsonBinaryReader(document.getByteBuffer().asNIO())) {
      reader.readStartDocument();
      while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
        String name = reader.readName();
        if (name.equals(fields.ids())) {
          ids = EdgeArrays.readIds(reader);
        } else {
          switch (name) {
            case "userId" -> userId = reader.readString();
            case "page" -> number = (int) HeadDocuments.readLong(reader);
            case "followedAt" -> marks = EdgeArrays.readMarks(reader);
            case "fromRevision" -> fromRevision = HeadDocuments.readLong(reader);
            case "compacted" -> compacted = HeadDocuments.readLong(reader);
            default -> reader.skipValue();
          }
        }
      }
    }
    Edges edges = Edges.ofArrays(ids.toArray(String[]::new), marks);
    return new Page(userId, number, edges, fromRevision, compacted);
  }
}
