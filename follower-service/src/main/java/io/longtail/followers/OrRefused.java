package io.longtail.followers;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.function.Supplier;

/** Settings that cannot be: the service ends with one line that names setting and rule. */
final class OrRefused {
  private OrRefused() {}

  static <T> T toStart(Supplier<T> settings) {
    return toStart("", settings);
  }

  /**
   * @param prefix of the settings that the message of the exception names
   */
  static <T> T toStart(String prefix, Supplier<T> settings) {
    try {
      return settings.get();
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "follower-service does not start: " + prefix + e.getMessage());
    }
  }

  static void toStart(String prefix, Runnable check) {
    toStart(
        prefix,
        () -> {
          check.run();
          return prefix;
        });
  }
}
