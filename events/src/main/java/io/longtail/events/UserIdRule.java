package io.longtail.events;

/**
 * The rule for user ids: 1 to 64 ASCII characters, letters, digits, {@code _ . : -}, not beginning
 * with {@code . : -}. Ids are opaque: they are compared by equality and never parsed.
 */
public final class UserIdRule {
  public static final String PATTERN = "^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}$";
  public static final int LENGTH_MAX = 64;

  /** The rule in words, for error messages. */
  public static final String IN_WORDS =
      "must be 1 to 64 of A-Z a-z 0-9 _ . : - and begin with a letter, a digit or _";

  private UserIdRule() {}

  // By hand and not by regex: it runs twice for every event.
  public static boolean holds(String id) {
    if (id == null || id.isEmpty() || id.length() > LENGTH_MAX || !isWord(id.charAt(0))) {
      return false;
    }
    for (int i = 1; i < id.length(); i++) {
      char c = id.charAt(i);
      if (!isWord(c) && c != '.' && c != ':' && c != '-') {
        return false;
      }
    }
    return true;
  }

  static String checked(String id, String field) {
    if (!holds(id)) {
      throw new InvalidEventException(field + " " + IN_WORDS);
    }
    return id;
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}
