package io.longtail.followers;

/**
 * The log is not the one that the lists were built from. Only an operator can say what is right.
 */
public final class LogReplacedException extends RuntimeException {
  public LogReplacedException(String message) {
    super(message);
  }
}
