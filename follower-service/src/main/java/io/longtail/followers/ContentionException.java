package io.longtail.followers;

/** Races were lost for longer than is reasonable. The batch is to be tried again later. */
public final class ContentionException extends RuntimeException {
  public ContentionException(String message) {
    super(message);
  }
}
