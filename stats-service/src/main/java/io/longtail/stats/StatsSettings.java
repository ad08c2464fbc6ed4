package io.longtail.stats;

import io.longtail.stats.counts.CountFold;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes what the core needs from the settings; a senseless one ends the start. */
final class StatsSettings {
  private StatsSettings() {}

  @Produces
  @Singleton
  static CountFold countFold(
      @ConfigProperty(name = "longtail.gap-bridge-after") Duration bridgeAfter) {
    return new CountFold(bridgeAfter);
  }

  @Produces
  @Singleton
  static Clock clock() {
    return Clock.systemUTC();
  }
}
