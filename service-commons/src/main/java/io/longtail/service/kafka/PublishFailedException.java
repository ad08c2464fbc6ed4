package io.longtail.service.kafka;

/** At least one record was not confirmed to be in the log. Publishing all of them again is safe. */
public final class PublishFailedException extends RuntimeException {
  public PublishFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
