package io.longtail.users;

/** Where a record stands in the log. */
public record Position(int partition, long offset) {

  /** As clients pass it on: {@code <partition>:<offset>}. */
  @Override
  public String toString() {
    return partition + ":" + offset;
  }
}
