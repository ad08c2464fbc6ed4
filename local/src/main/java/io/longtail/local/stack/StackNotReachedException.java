package io.longtail.local.stack;

/** A part of the stack does not answer. The message names it and the flag that changes it. */
public final class StackNotReachedException extends RuntimeException {
  public StackNotReachedException(String message) {
    super(message);
  }
}
