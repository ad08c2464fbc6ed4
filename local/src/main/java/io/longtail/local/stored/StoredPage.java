package io.longtail.local.stored;

import java.util.List;
import org.bson.Document;

/**
 * An overflow page as it is stored.
 *
 * @param compacted the revision of the head for which it was last rewritten, 0 if never
 */
public record StoredPage(List<String> ids, long[] marks, long compacted, List<String> faults) {

  static StoredPage of(Side side, Document document) {
    StoredFields fields = new StoredFields(document);
    List<String> ids = fields.ids(side.idsField());
    long[] marks = fields.marks();
    long compacted = fields.optionalNumber("compacted");
    return new StoredPage(ids, marks, compacted, fields.faults());
  }
}
