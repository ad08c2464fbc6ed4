package io.longtail.trials;

import java.time.Duration;
import java.util.Optional;

/**
 * How long and how hard the trials are. The build sets every one: short in {@code ./mvnw verify},
 * real in {@code ./mvnw verify -Plong}.
 */
final class Lengths {
  private Lengths() {}

  static int count(String name) {
    return Integer.parseInt(required(name));
  }

  /** Given in seconds. */
  static Duration time(String name) {
    return Duration.ofSeconds(count(name));
  }

  static long seed() {
    return Long.parseLong(required("seed"));
  }

  private static String required(String name) {
    return Optional.ofNullable(System.getProperty("trials." + name))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the property trials." + name + " is not set; the root's pom.xml sets it"));
  }
}
