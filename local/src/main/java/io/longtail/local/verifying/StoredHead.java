package io.longtail.local.verifying;

import java.util.List;
import java.util.Set;
import org.bson.Document;

/**
 * A head as it is stored.
 *
 * @param bytes of the document
 * @param faults what is off with its fields, in sentences
 */
record StoredHead(
    String user,
    List<String> ids,
    long[] marks,
    long count,
    boolean hasOverflow,
    long firstPage,
    long nextPage,
    Set<String> removedIds,
    long revision,
    int bytes,
    List<String> faults) {

  static StoredHead of(Side side, Document document, int bytes) {
    StoredFields fields = new StoredFields(document);
    List<String> ids = fields.ids(side.idsField());
    long[] marks = fields.marks();
    long count = fields.number(side.countField());
    boolean hasOverflow = fields.flag("hasOverflow");
    long firstPage = fields.number("firstPage");
    long nextPage = fields.number("nextPage");
    Set<String> removedIds = Set.copyOf(fields.optionalIds("removedIds"));
    long revision = fields.number("revision");
    return new StoredHead(
        fields.id(),
        ids,
        marks,
        count,
        hasOverflow,
        firstPage,
        nextPage,
        removedIds,
        revision,
        bytes,
        fields.faults());
  }

  boolean hasPages() {
    return firstPage < nextPage;
  }
}
