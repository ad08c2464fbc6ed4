package io.longtail.local.verifying;

/**
 * The settings of follower-service that bound its documents.
 *
 * @param threshold ids in a head
 * @param thresholdBytes of a head
 * @param pageSize ids in a page
 */
public record Limits(int threshold, int thresholdBytes, int pageSize) {
  public static final int THRESHOLD_DEFAULT = 1000;
  public static final int THRESHOLD_BYTES_DEFAULT = 256 * 1024;
  public static final int PAGE_SIZE_DEFAULT = 900;
}
