package io.longtail.local.mongo;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryParameters;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/**
 * A collection in memory whose answers are documents as they are at one moment. The server updates
 * a document field by field in place, and writes an answer to the wire after it has let go of the
 * collection's lock: without a copy made under that lock a reader may get half of an update, which
 * MongoDB never shows. Values are replaced, never changed: a copy of the top level is enough.
 */
final class WholeMemoryCollection extends MemoryCollection {
  // Guarded by this. Updates find their documents the same way, but need the real ones.
  private boolean reading;

  WholeMemoryCollection(
      MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
    super(database, name, options, cursors);
  }

  @Override
  public synchronized QueryResult handleQuery(QueryParameters parameters) {
    reading = true;
    try {
      return super.handleQuery(parameters);
    } finally {
      reading = false;
    }
  }

  @Override
  protected synchronized QueryResult createQueryResult(List<Document> matched, int batchSize) {
    return super.createQueryResult(
        reading ? matched.stream().map(Document::clone).toList() : matched, batchSize);
  }

  @Override
  public synchronized Document findAndModify(Document query) {
    Document answer = super.findAndModify(query);
    if (answer.get("value") instanceof Document document) {
      answer.put("value", document.clone());
    }
    return answer;
  }

  // Kept for collStats only, at the price of encoding the document twice for each update.
  @Override
  protected boolean tracksDataSize() {
    return false;
  }
}
