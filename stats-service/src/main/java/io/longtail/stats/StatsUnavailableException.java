package io.longtail.stats;

/** The store does not answer now; asking again later is right. */
public final class StatsUnavailableException extends RuntimeException {
  public StatsUnavailableException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
