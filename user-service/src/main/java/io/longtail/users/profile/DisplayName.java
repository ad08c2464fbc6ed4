package io.longtail.users.profile;

/** The rule for the names that are shown: free text of any script, within reason. */
public final class DisplayName {
  public static final int LENGTH_MAX = 100;
  public static final String RULE =
      "must be 1 to "
          + LENGTH_MAX
          + " characters, not only blanks, without control characters and line breaks";

  private DisplayName() {}

  /** Counts code points, so that the limit is the same in every script. */
  public static boolean isValid(String text) {
    return text != null
        && !text.isBlank()
        && text.codePointCount(0, text.length()) <= LENGTH_MAX
        && text.codePoints().allMatch(DisplayName::isAllowed);
  }

  private static boolean isAllowed(int codePoint) {
    return switch (Character.getType(codePoint)) {
      // half a surrogate pair has no UTF-8 form: it would be stored as something else
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
