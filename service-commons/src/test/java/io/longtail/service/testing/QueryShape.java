package io.longtail.service.testing;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A command without its values: {@code followers: find {_id: {$in}}}. Two commands of one shape go
 * the same way to their documents.
 */
final class QueryShape {
  private QueryShape() {}

  /** One shape for each statement of the command; none for what is no query of ours. */
  static Set<String> of(String name, BsonDocument command) {
    Set<String> shapes = new TreeSet<>();
    switch (name) {
      case "find" ->
          shapes.add(
              collection(name, command)
                  + "find "
                  + filter(command.getDocument("filter", new BsonDocument()))
                  + sort(command));
      case "insert" -> shapes.add(collection(name, command) + "insert");
      case "update" -> {
        for (BsonValue update : command.getArray("updates")) {
          boolean upsert =
              update.asDocument().containsKey("upsert")
                  && update.asDocument().getBoolean("upsert").getValue();
          shapes.add(
              collection(name, command)
                  + (upsert ? "upsert " : "update ")
                  + filter(update.asDocument().getDocument("q")));
        }
      }
      case "delete" -> {
        for (BsonValue delete : command.getArray("deletes")) {
          shapes.add(
              collection(name, command) + "delete " + filter(delete.asDocument().getDocument("q")));
        }
      }
      case "createIndexes" -> {
        for (BsonValue index : command.getArray("indexes")) {
          shapes.add(
              collection(name, command)
                  + "createIndexes "
                  + filter(index.asDocument().getDocument("key")));
        }
      }
      // The driver's own conversation, and the continuation of a find.
      case "hello", "isMaster", "ismaster", "ping", "endSessions", "getMore", "killCursors" -> {}
      default -> shapes.add(name);
    }
    return shapes;
  }

  private static String collection(String name, BsonDocument command) {
    return command.getString(name).getValue() + ": ";
  }

  private static String sort(BsonDocument command) {
    return command.containsKey("sort") ? " sort " + filter(command.getDocument("sort")) : "";
  }

  private static String filter(BsonDocument filter) {
    return filter.entrySet().stream()
        .map(field -> field.getKey() + value(field.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String value(BsonValue value) {
    if (value.isArray() && !value.asArray().isEmpty() && value.asArray().get(0).isDocument()) {
      return ": "
          + value.asArray().stream()
              .map(part -> filter(part.asDocument()))
              .collect(Collectors.joining(", ", "[", "]"));
    }
    boolean operators =
        value.isDocument()
            && !value.asDocument().isEmpty()
            && value.asDocument().getFirstKey().startsWith("$");
    return operators ? ": {" + String.join(", ", value.asDocument().keySet()) + "}" : "";
  }
}
