package io.longtail.followers.mongo;

import io.longtail.followers.edgelist.Edges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonInt64;
import org.bson.BsonReader;
import org.bson.BsonType;

/** The two arrays of a head or a page: ids, and marks beside them. */
final class EdgeArrays {
  private EdgeArrays() {}

  static BsonArray ids(Iterable<String> ids) {
    BsonArray array = new BsonArray();
    ids.forEach(id -> array.add(MemberIds.toBson(id)));
    return array;
  }

  static BsonArray marks(Edges edges) {
    BsonArray array = new BsonArray(edges.size());
    for (int i = 0; i < edges.size(); i++) {
      array.add(new BsonInt64(edges.mark(i)));
    }
    return array;
  }

  static List<String> readIds(BsonReader reader) {
    List<String> ids = new ArrayList<>();
    reader.readStartArray();
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      ids.add(MemberIds.read(reader));
    }
    reader.readEndArray();
    return ids;
  }

  static long[] readMarks(BsonReader reader) {
    long[] marks = new long[16];
    int size = 0;
    reader.readStartArray();
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      if (size == marks.length) {
        marks = Arrays.copyOf(marks, size * 2);
      }
      marks[size++] = reader.readInt64();
    }
    reader.readEndArray();
    return Arrays.copyOf(marks, size);
  }
}
