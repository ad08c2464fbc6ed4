package io.longtail.stats;

/** Others changed the same users again and again for too long. Doing everything again is right. */
public final class RaceLostException extends RuntimeException {
  RaceLostException(int users) {
    super("others keep changing " + users + " users of this batch");
  }
}
