package io.longtail.followers;

/** The store did not answer in time. Asking again later is safe. */
public final class StoreUnavailableException extends RuntimeException {
  public StoreUnavailableException(Throwable cause) {
    super("the store does not answer", cause);
  }
}
