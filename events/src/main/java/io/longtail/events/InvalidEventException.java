package io.longtail.events;

/** A record that is no event. The message names the field and the rule; it is for people. */
public final class InvalidEventException extends RuntimeException {
  public InvalidEventException(String message) {
    super(message);
  }

  // Thrown once per bad record: poison in bulk must stay cheap.
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
