package io.longtail.followers.edgelist;

/**
 * The narrowest BSON form that gives the very same id back. Sizes are those of the value alone, in
 * bytes.
 */
public enum IdForm {
  /** Decimal without leading zeros, up to 2^63 - 1. */
  INT64,
  /** 24 lower-case hexadecimal digits. */
  OBJECT_ID,
  /** Canonical UUID text in lower case. */
  UUID,
  /** Everything else. */
  STRING;

  private static final int LONG_DIGITS_MAX = 19;
  private static final int OBJECT_ID_LENGTH = 24;
  private static final int UUID_LENGTH = 36;

  public static IdForm of(String id) {
    int length = id.length();
    if (length <= LONG_DIGITS_MAX && isCanonicalLong(id)) {
      return INT64;
    }
    if (length == OBJECT_ID_LENGTH && isLowerHex(id, 0, length)) {
      return OBJECT_ID;
    }
    return length == UUID_LENGTH && isCanonicalUuid(id) ? UUID : STRING;
  }

  /** Bytes of the value of this id. Ids are ASCII. */
  int bytesOf(String id) {
    return switch (this) {
      case INT64 -> 8;
      case OBJECT_ID -> 12;
      case UUID -> 4 + 1 + 16; // length, subtype, bytes
      case STRING -> 4 + id.length() + 1; // length, text, NUL
    };
  }

  private static boolean isCanonicalLong(String id) {
    char first = id.charAt(0);
    if (first == '0') {
      return id.length() == 1;
    }
    for (int i = 0; i < id.length(); i++) {
      if (id.charAt(i) < '0' || id.charAt(i) > '9') {
        return false;
      }
    }
    return id.length() < LONG_DIGITS_MAX || id.compareTo("9223372036854775807") <= 0;
  }

  private static boolean isCanonicalUuid(String id) {
    return id.charAt(8) == '-'
        && id.charAt(13) == '-'
        && id.charAt(18) == '-'
        && id.charAt(23) == '-'
        && isLowerHex(id, 0, 8)
        && isLowerHex(id, 9, 13)
        && isLowerHex(id, 14, 18)
        && isLowerHex(id, 19, 23)
        && isLowerHex(id, 24, 36);
  }

  private static boolean isLowerHex(String id, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = id.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }
}
