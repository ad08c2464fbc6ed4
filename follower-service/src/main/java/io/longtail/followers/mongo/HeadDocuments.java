package io.longtail.followers.mongo;

import io.longtail.followers.edgelist.AppliedOffsets;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadBytes;
import io.longtail.followers.edgelist.HeadUpdate;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonBinaryReader;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonReader;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/** Heads as documents of one side, and updates as the smallest operators that bring them about. */
final class HeadDocuments {
  static final int SCHEMA_VERSION = 1;
  private static final BsonString ANY = new BsonString("");

  private final ListFields fields;

  HeadDocuments(ListFields fields) {
    this.fields = fields;
  }

  BsonDocument filter(Head before) {
    return new BsonDocument("_id", new BsonString(before.userId()))
        .append("revision", new BsonInt64(before.revision()));
  }

  BsonDocument whole(Head head) {
    BsonDocument document =
        new BsonDocument("_id", new BsonString(head.userId()))
            .append("schemaVersion", new BsonInt32(SCHEMA_VERSION))
            .append(fields.ids(), EdgeArrays.ids(head.edges().ids()))
            .append("followedAt", EdgeArrays.marks(head.edges()))
            .append(fields.count(), new BsonInt64(head.count()));
    if (head.hasOverflow()) {
      document.append("hasOverflow", BsonBoolean.TRUE);
    }
    document
        .append("firstPage", new BsonInt32(head.firstPage()))
        .append("nextPage", new BsonInt32(head.nextPage()));
    if (!head.removedIds().isEmpty()) {
      document.append("removedIds", EdgeArrays.ids(head.removedIds()));
    }
    if (head.hasOverflow()) {
      document.append("documentBytes", documentBytes(head));
    }
    return document
        .append("sequence", new BsonInt64(head.sequence()))
        .append("lastMark", new BsonInt64(head.lastMark()))
        .append("revision", new BsonInt64(head.revision()))
        .append("applied", applied(head.applied()));
  }

  /**
   * What changed, and no more. Appended edges are pushed; a head that lost any is set anew, since
   * one update cannot push to and pull from the same field.
   */
  BsonDocument update(HeadUpdate update) {
    Head before = update.before();
    Head after = update.after();
    BsonDocument set = new BsonDocument();
    BsonDocument unset = new BsonDocument();
    BsonDocument push = new BsonDocument();
    Optional<Edges> appended = update.appended();
    if (appended.isEmpty()) {
      set.append(fields.ids(), EdgeArrays.ids(after.edges().ids()));
      set.append("followedAt", EdgeArrays.marks(after.edges()));
    } else if (!appended.get().isEmpty()) {
      push.append(fields.ids(), each(EdgeArrays.ids(appended.get().ids())));
      push.append("followedAt", each(EdgeArrays.marks(appended.get())));
    }
    if (before.count() != after.count()) {
      set.append(fields.count(), new BsonInt64(after.count()));
    }
    if (before.firstPage() != after.firstPage()) {
      set.append("firstPage", new BsonInt32(after.firstPage()));
    }
    if (before.nextPage() != after.nextPage()) {
      set.append("nextPage", new BsonInt32(after.nextPage()));
    }
    if (before.sequence() != after.sequence()) {
      set.append("sequence", new BsonInt64(after.sequence()));
    }
    if (before.lastMark() != after.lastMark()) {
      set.append("lastMark", new BsonInt64(after.lastMark()));
    }
    if (!before.removedIds().equals(after.removedIds())) {
      if (after.removedIds().isEmpty()) {
        unset.append("removedIds", ANY);
      } else {
        set.append("removedIds", EdgeArrays.ids(after.removedIds()));
      }
    }
    if (after.hasOverflow()) {
      set.append("hasOverflow", BsonBoolean.TRUE).append("documentBytes", documentBytes(after));
    } else if (before.hasOverflow()) {
      unset.append("hasOverflow", ANY).append("documentBytes", ANY);
    }
    if (!before.applied().equals(after.applied())) {
      set.append("applied", applied(after.applied()));
    }
    set.append("revision", new BsonInt64(after.revision()));
    return operators(set, unset, push);
  }

  private static BsonDocument operators(BsonDocument set, BsonDocument unset, BsonDocument push) {
    BsonDocument operators = new BsonDocument("$set", set);
    if (!unset.isEmpty()) {
      operators.append("$unset", unset);
    }
    if (!push.isEmpty()) {
      operators.append("$push", push);
    }
    return operators;
  }

  private static BsonDocument each(BsonValue values) {
    return new BsonDocument("$each", values);
  }

  private BsonInt32 documentBytes(Head head) {
    return new BsonInt32(HeadBytes.of(head, fields.ids().length(), fields.count().length()));
  }

  private static BsonDocument applied(AppliedOffsets applied) {
    BsonDocument document = new BsonDocument("epoch", new BsonInt64(applied.epoch()));
    applied
        .byPartition()
        .forEach(
            (partition, offset) ->
                document.append(Integer.toString(partition), new BsonInt64(offset)));
    return document;
  }

  // Straight from the bytes: heads are most of what the service reads.
  Head read(RawBsonDocument document) {
    String userId = null;
    List<String> ids = List.of();
    long[] marks = {};
    long count = 0;
    int firstPage = 0;
    int nextPage = 0;
    Set<String> removedIds = Set.of();
    long sequence = 0;
    long lastMark = 0;
    long revision = 0;
    AppliedOffsets applied = AppliedOffsets.NONE;
    try (BsonReader reader = new BsonBinaryReader(document.getByteBuffer().asNIO())) {
      reader.readStartDocument();
      while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
        String name = reader.readName();
        if (name.equals(fields.ids())) {
          ids = EdgeArrays.readIds(reader);
        } else if (name.equals(fields.count())) {
          count = readLong(reader);
        } else {
          switch (name) {
            case "_id" -> userId = reader.readString();
            case "followedAt" -> marks = EdgeArrays.readMarks(reader);
            case "firstPage" -> firstPage = (int) readLong(reader);
            case "nextPage" -> nextPage = (int) readLong(reader);
            case "removedIds" -> removedIds = new LinkedHashSet<>(EdgeArrays.readIds(reader));
            case "sequence" -> sequence = readLong(reader);
            case "lastMark" -> lastMark = readLong(reader);
            case "revision" -> revision = readLong(reader);
            case "applied" -> applied = readApplied(reader);
            default -> reader.skipValue();
          }
        }
      }
    }
    return new Head(
        userId,
        Edges.ofArrays(ids.toArray(String[]::new), marks),
        count,
        firstPage,
        nextPage,
        removedIds,
        sequence,
        lastMark,
        revision,
        applied);
  }

  private static AppliedOffsets readApplied(BsonReader reader) {
    long epoch = 0;
    Map<Integer, Long> offsets = new HashMap<>();
    reader.readStartDocument();
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      String name = reader.readName();
      if (name.equals("epoch")) {
        epoch = readLong(reader);
      } else {
        offsets.put(Integer.parseInt(name), readLong(reader));
      }
    }
    reader.readEndDocument();
    return new AppliedOffsets(epoch, offsets);
  }

  // A number mended by hand in a shell may have come back as another type.
  static long readLong(BsonReader reader) {
    return switch (reader.getCurrentBsonType()) {
      case INT32 -> reader.readInt32();
      case DOUBLE -> (long) reader.readDouble();
      default -> reader.readInt64();
    };
  }
}
