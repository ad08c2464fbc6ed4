package io.longtail.followers.edgelist;

/**
 * The size of a head as a BSON document, computed without encoding it.
 *
 * <p>An element of a document is its type (1 byte), its name and a NUL, then its value; a document
 * or array is its length (4 bytes), its elements and a NUL. The elements of an array are named by
 * their place, in decimal.
 */
public final class HeadBytes {
  private static final int INT32 = 4;
  private static final int INT64 = 8;
  private static final int BOOLEAN = 1;
  private static final int ENCLOSING = 4 + 1;

  /** One edge of the longest id, at a place of five digits: the id's element and the mark's. */
  static final int EDGE_MAX = element(5, 4 + 64 + 1) + element(5, INT64);

  /** One edge of an id of one character, at a place of one digit. */
  static final int EDGE_MIN = element(1, 4 + 1 + 1) + element(1, INT64);

  /** All but edges and removed ids, for an id of 64 characters and a log of 200 partitions. */
  static final int WITHOUT_EDGES_MAX = 4 * 1024;

  private HeadBytes() {}

  /**
   * @param idsNameLength characters in the name of the field of ids
   * @param countNameLength characters in the name of the field of the count
   */
  public static int of(Head head, int idsNameLength, int countNameLength) {
    int bytes =
        ENCLOSING
            + element("_id", 4 + head.userId().length() + 1)
            + element("schemaVersion", INT32)
            + element(idsNameLength, ids(head.edges().ids()))
            + element("followedAt", longs(head.edges().size()))
            + element(countNameLength, INT64)
            + element("firstPage", INT32)
            + element("nextPage", INT32)
            + element("sequence", INT64)
            + element("lastMark", INT64)
            + element("revision", INT64)
            + element("applied", applied(head.applied()));
    if (head.hasOverflow()) {
      bytes += element("hasOverflow", BOOLEAN) + element("documentBytes", INT32);
    }
    if (!head.removedIds().isEmpty()) {
      bytes += element("removedIds", ids(head.removedIds()));
    }
    return bytes;
  }

  /** For comparing with a limit: the longer names of the two sides. */
  static int atMost(Head head) {
    return of(head, "followingIds".length(), "followingCount".length());
  }

  /** Cheaper than {@link #atMost}, and never below it. */
  static long upperBound(Head head) {
    return WITHOUT_EDGES_MAX + (long) EDGE_MAX * (head.edges().size() + head.removedIds().size());
  }

  private static int element(String name, int valueBytes) {
    return element(name.length(), valueBytes);
  }

  private static int element(int nameLength, int valueBytes) {
    return 1 + nameLength + 1 + valueBytes;
  }

  private static int ids(Iterable<String> ids) {
    int bytes = ENCLOSING;
    int place = 0;
    for (String id : ids) {
      bytes += element(digits(place++), IdForm.of(id).bytesOf(id));
    }
    return bytes;
  }

  private static int longs(int size) {
    int bytes = ENCLOSING;
    for (int place = 0; place < size; place++) {
      bytes += element(digits(place), INT64);
    }
    return bytes;
  }

  private static int applied(AppliedOffsets applied) {
    int bytes = ENCLOSING + element("epoch", INT64);
    for (int partition : applied.byPartition().keySet()) {
      bytes += element(digits(partition), INT64);
    }
    return bytes;
  }

  private static int digits(int n) {
    int digits = 1;
    for (int rest = n; rest >= 10; rest /= 10) {
      digits++;
    }
    return digits;
  }
}
