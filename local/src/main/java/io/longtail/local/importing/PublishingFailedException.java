package io.longtail.local.importing;

import org.apache.kafka.common.errors.RetriableException;

/** The broker did not take an event; nothing was sent after it. */
public final class PublishingFailedException extends RuntimeException {
  private final boolean isAway;

  PublishingFailedException(long acknowledged, Exception cause) {
    super("Kafka took " + acknowledged + " events and then no more: " + cause.getMessage(), cause);
    this.isAway = cause instanceof RetriableException;
  }

  /** Whether the broker did not answer in time. Otherwise it said no. */
  public boolean isAway() {
    return isAway;
  }
}
