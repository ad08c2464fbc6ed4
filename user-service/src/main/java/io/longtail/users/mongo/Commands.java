package io.longtail.users.mongo;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import io.longtail.users.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** Runs commands, so that what leaves this package are answers and one exception. */
final class Commands {

  /**
   * Operations or ids per command: a few hundred KiB, far from the 48 MB and 100,000 operations
   * that MongoDB takes, and an answer within the time that a bulk has.
   */
  static final int BULK_MAX = 1_000;

  private Commands() {}

  static <T> T run(Supplier<T> command) {
    try {
      return command.get();
    } catch (MongoException e) {
      throw new StoreUnavailableException(e);
    }
  }

  /** Runs an insert. False: there is a document of this {@code _id}. */
  static boolean inserts(Runnable insert) {
    return run(
        () -> {
          try {
            insert.run();
            return true;
          } catch (MongoWriteException e) {
            if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
              return false;
            }
            throw e;
          }
        });
  }

  static <T> List<List<T>> inBulks(Collection<T> all) {
    List<T> list = new ArrayList<>(all);
    List<List<T>> bulks = new ArrayList<>();
    for (int from = 0; from < list.size(); from += BULK_MAX) {
      bulks.add(list.subList(from, Math.min(from + BULK_MAX, list.size())));
    }
    return bulks;
  }
}
