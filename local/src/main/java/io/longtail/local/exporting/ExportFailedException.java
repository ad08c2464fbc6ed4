package io.longtail.local.exporting;

/** What was written is a part. The message says why, for people. */
public final class ExportFailedException extends RuntimeException {
  ExportFailedException(String message) {
    super(message);
  }
}
