package io.longtail.service.web;

/** The {@code limit} of a list: 1 to 1000, 50 when absent. */
public final class Limit {
  public static final int DEFAULT = 50;
  public static final int MAX = 1000;

  private Limit() {}

  /** Takes the text, since a parameter of type int that is no number would be a 404. */
  public static int of(String text) {
    if (text == null) {
      return DEFAULT;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MAX) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // falls through: the same rule is broken
    }
    throw ProblemException.badRequest("limit", "must be a whole number from 1 to " + MAX);
  }
}
