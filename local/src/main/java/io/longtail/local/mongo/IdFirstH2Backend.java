package io.longtail.local.mongo;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** Databases on a file whose queries go by {@link IdFirst}. */
final class IdFirstH2Backend extends H2Backend {
  IdFirstH2Backend(MVStore store) {
    super(store);
  }

  // Called by the constructor above already, for the databases that the file has.
  @Override
  protected MongoDatabase openOrCreateDatabase(String name) {
    return new Database(name, getMvStore(), getCursorRegistry());
  }

  // Not static: the constructor of H2Database opens collections before any field of its own is set.
  private final class Database extends H2Database {
    Database(String name, MVStore store, CursorRegistry cursors) {
      super(name, store, cursors);
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(
        String name, CollectionOptions options) {
      String fullName = getDatabaseName() + "." + name;
      return new WholeH2Collection(
          this,
          name,
          options,
          getMvStore()
              .openMap(
                  "databases." + fullName,
                  new MVMap.Builder<Object, Document>().valueType(DocumentDataType.INSTANCE)),
          getMvStore().openMap("meta." + fullName),
          cursorRegistry);
    }

    @Override
    protected Index<Object> openOrCreateUniqueIndex(
        String collection, String name, List<IndexKey> keys, boolean sparse) {
      return IdFirst.around(super.openOrCreateUniqueIndex(collection, name, keys, sparse), sparse);
    }
  }
}
