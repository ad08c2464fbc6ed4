package io.longtail.users.profile;

import java.util.Locale;

/**
 * The name by which people find a user: 1 to 30 of the ASCII letters, digits, {@code _} and {@code
 * .}, shown as typed, unique without regard to case.
 *
 * <p>Nothing else is let in, and nothing is converted: two handles that look alike but differ
 * (another script, full width, another normal form, something invisible) cannot both exist, since
 * at least one of them is refused.
 */
public record Handle(String shown) {
  public static final int LENGTH_MAX = 30;
  public static final String PATTERN = "^[A-Za-z0-9_.]{1,30}$";
  public static final String RULE =
      "must be 1 to " + LENGTH_MAX + " of A-Z a-z 0-9 _ . (upper and lower case are the same)";

  public Handle {
    if (!isValid(shown)) {
      throw new IllegalArgumentException("handle " + RULE);
    }
  }

  public static boolean isValid(String text) {
    return text != null
        && !text.isEmpty()
        && text.length() <= LENGTH_MAX
        && text.chars().allMatch(Handle::isAllowed);
  }

  private static boolean isAllowed(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '.';
  }

  /** What must be unique. */
  public String canonical() {
    return shown.toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return shown;
  }
}
