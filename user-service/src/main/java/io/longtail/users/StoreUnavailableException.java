package io.longtail.users;

/** The database did not do what it was asked in time. Whether it will is not known. */
public final class StoreUnavailableException extends RuntimeException {
  public StoreUnavailableException(Throwable cause) {
    super(cause.toString(), cause);
  }
}
