package io.longtail.local.mongo;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import org.h2.mvstore.MVMap;

/**
 * A collection on a file in which a document, once stored, never changes: an update by {@code _id}
 * works on a copy, which then takes the old one's place. Left to itself the server changes it field
 * by field while an answer with it is written to the wire, or while the file is written in the
 * background, and a reader gets half of an update.
 */
final class WholeH2Collection extends H2Collection {
  WholeH2Collection(
      MongoDatabase database,
      String name,
      CollectionOptions options,
      MVMap<Object, Document> documents,
      MVMap<String, Object> meta,
      CursorRegistry cursors) {
    super(database, name, options, documents, meta, cursors);
  }

  @Override
  protected Document getDocument(Object position) {
    Document document = super.getDocument(position);
    return document == null ? null : document.clone();
  }

  // Kept for collStats only, at the price of encoding the document twice for each update.
  @Override
  protected boolean tracksDataSize() {
    return false;
  }
}
