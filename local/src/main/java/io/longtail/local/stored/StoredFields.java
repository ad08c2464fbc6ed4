package io.longtail.local.stored;

import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/**
 * Fields of a document that somebody may have written by hand: what is off is noted, not thrown.
 */
final class StoredFields {
  private final Document document;
  private final List<String> faults = new ArrayList<>();

  StoredFields(Document document) {
    this.document = document;
  }

  String id() {
    return String.valueOf(document.get("_id"));
  }

  long number(String field) {
    if (document.get(field) instanceof Number number) {
      return number.longValue();
    }
    faults.add(field + " is no number");
    return 0;
  }

  /** 0 if there is none. */
  long optionalNumber(String field) {
    return document.containsKey(field) ? number(field) : 0;
  }

  boolean flag(String field) {
    Object value = document.get(field);
    if (value != null && !Boolean.TRUE.equals(value)) {
      faults.add(field + " is neither true nor absent");
    }
    return Boolean.TRUE.equals(value);
  }

  List<String> ids(String field) {
    return list(field).stream().map(StoredIds::text).toList();
  }

  List<String> optionalIds(String field) {
    return document.containsKey(field) ? ids(field) : List.of();
  }

  long[] marks() {
    List<?> marks = list("followedAt");
    if (!marks.stream().allMatch(Number.class::isInstance)) {
      faults.add("followedAt holds something else than numbers");
      return new long[marks.size()];
    }
    return marks.stream().mapToLong(mark -> ((Number) mark).longValue()).toArray();
  }

  private List<?> list(String field) {
    if (document.get(field) instanceof List<?> list) {
      return list;
    }
    faults.add(field + " is no array");
    return List.of();
  }

  /** Sentences on what is off so far. */
  List<String> faults() {
    return List.copyOf(faults);
  }
}
