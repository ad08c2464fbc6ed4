package io.longtail.local.stack;

/** The stack could not be started. The message is for people and says what to do. */
public final class StartFailedException extends RuntimeException {
  public StartFailedException(String message) {
    super(message);
  }
}
