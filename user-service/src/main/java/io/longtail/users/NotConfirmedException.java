package io.longtail.users;

/** It is not known whether the event is in the log. Asking again is safe. */
public final class NotConfirmedException extends RuntimeException {
  public NotConfirmedException(Throwable cause) {
    super(cause.toString(), cause);
  }
}
