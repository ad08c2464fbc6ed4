package io.longtail.followers;

/**
 * The log is not the one that the lists were built from, or not all of it. Only an operator can say
 * what is right.
 */
public final class LogRefusedException extends RuntimeException {
  public LogRefusedException(String message) {
    super(message);
  }
}
