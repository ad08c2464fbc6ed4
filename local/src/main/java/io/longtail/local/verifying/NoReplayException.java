package io.longtail.local.verifying;

/** The log cannot be replayed whole. The message says why, for people. */
public final class NoReplayException extends RuntimeException {
  NoReplayException(String message) {
    super("--against-log: " + message);
  }
}
