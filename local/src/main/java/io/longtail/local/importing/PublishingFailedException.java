package io.longtail.local.importing;

/** The broker did not take an event; nothing was sent after it. */
public final class PublishingFailedException extends RuntimeException {
  PublishingFailedException(long acknowledged, Exception cause) {
    super(
        "Kafka took "
            + acknowledged
            + " events and then no more: "
            + cause.getMessage()
            + "; importing the same file again is safe",
        cause);
  }
}
