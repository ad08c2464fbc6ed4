package io.longtail.local.importing;

/** Offsets of one partition, both inclusive. */
public record OffsetRange(long first, long last) {

  OffsetRange span(OffsetRange other) {
    return new OffsetRange(Math.min(first, other.first), Math.max(last, other.last));
  }

  long size() {
    return last - first + 1;
  }

  /** How many of the range are at or below an offset. */
  long upTo(long offset) {
    return Math.max(0, Math.min(offset, last) - first + 1);
  }
}
