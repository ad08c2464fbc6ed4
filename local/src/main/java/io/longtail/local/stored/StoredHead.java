package io.longtail.local.stored;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;

/**
 * A head as it is stored.
 *
 * @param bytes of the document
 * @param faults what is off with its fields, in sentences
 */
public record StoredHead(
    String user,
    List<String> ids,
    long[] marks,
    long count,
    boolean hasOverflow,
    long firstPage,
    long nextPage,
    Set<String> removedIds,
    long sequence,
    long lastMark,
    long revision,
    Applied applied,
    int bytes,
    List<String> faults) {

  /** Up to which offset of each partition of the log, under an epoch, the head has been brought. */
  public record Applied(long epoch, Map<Integer, Long> offsets) {
    private static final String EPOCH = "epoch";

    static Applied of(Object stored) {
      long epoch = 0;
      Map<Integer, Long> offsets = new HashMap<>();
      if (stored instanceof Document fields) {
        for (Map.Entry<String, Object> field : fields.entrySet()) {
          if (!(field.getValue() instanceof Number number)) {
            continue;
          }
          if (field.getKey().equals(EPOCH)) {
            epoch = number.longValue();
          } else if (field.getKey().matches("\\d{1,9}")) {
            offsets.put(Integer.valueOf(field.getKey()), number.longValue());
          }
        }
      }
      return new Applied(epoch, Map.copyOf(offsets));
    }
  }

  static StoredHead of(Side side, Document document, int bytes) {
    StoredFields fields = new StoredFields(document);
    List<String> ids = fields.ids(side.idsField());
    long[] marks = fields.marks();
    long count = fields.number(side.countField());
    boolean hasOverflow = fields.flag("hasOverflow");
    long firstPage = fields.number("firstPage");
    long nextPage = fields.number("nextPage");
    Set<String> removedIds = Set.copyOf(fields.optionalIds("removedIds"));
    long sequence = fields.optionalNumber("sequence");
    long lastMark = fields.optionalNumber("lastMark");
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
        sequence,
        lastMark,
        revision,
        Applied.of(document.get("applied")),
        bytes,
        fields.faults());
  }

  public boolean hasPages() {
    return firstPage < nextPage;
  }

  /** The mark of the newest edge that the list ever had: what comes later has a higher one. */
  public long newestMark() {
    return marks.length == 0 ? lastMark : Math.max(lastMark, marks[marks.length - 1]);
  }
}
