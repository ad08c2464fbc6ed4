package io.longtail.followers;

import io.longtail.followers.edgelist.ListSettings;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.OptionalInt;

/** The sizes of lists as configured; checked when the service starts. */
@ConfigMapping(prefix = "longtail.list")
interface ListConfig {
  @WithDefault("1000")
  int threshold();

  @WithDefault("262144")
  int headBytesMax();

  @WithDefault("900")
  int pageSize();

  @WithDefault("100")
  int keptInHead();

  /** Half the threshold if not set: far enough below it that a list does not go to and fro. */
  OptionalInt unspillMark();

  /** Makes the settings of the core; throws, naming setting and rule, if they do not fit. */
  @Singleton
  class Settings {
    @Produces
    @Singleton
    ListSettings settings(ListConfig config) {
      ListSettings settings =
          OrRefused.toStart(
              "longtail.list.",
              () ->
                  new ListSettings(
                      config.threshold(),
                      config.headBytesMax(),
                      config.pageSize(),
                      config.keptInHead(),
                      config.unspillMark().orElse(config.threshold() / 2)));
      OrRefused.toStart("longtail.list.", settings::requireThresholdWithinBytes);
      return settings;
    }
  }
}
