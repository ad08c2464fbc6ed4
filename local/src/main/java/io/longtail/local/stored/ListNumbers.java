package io.longtail.local.stored;

import org.bson.Document;

/** The numbers of a head without its arrays: a few bytes instead of some thirty thousand. */
public record ListNumbers(String user, long sequence, long count, long firstPage, long nextPage) {

  static Document projection(Side side) {
    return new Document("sequence", 1)
        .append(side.countField(), 1)
        .append("firstPage", 1)
        .append("nextPage", 1);
  }

  static ListNumbers of(Side side, Document document) {
    StoredFields fields = new StoredFields(document);
    return new ListNumbers(
        fields.id(),
        fields.optionalNumber("sequence"),
        fields.optionalNumber(side.countField()),
        fields.optionalNumber("firstPage"),
        fields.optionalNumber("nextPage"));
  }

  /** Whether a page of that number is part of the list. */
  public boolean showsPage(long page) {
    return page >= firstPage && page < nextPage;
  }
}
