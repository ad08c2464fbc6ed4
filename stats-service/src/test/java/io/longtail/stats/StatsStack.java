package io.longtail.stats;

import io.longtail.service.testing.LocalStackResource;
import java.util.HashMap;
import java.util.Map;

/** The local stack, and gaps that are given up within a test's patience. */
public final class StatsStack extends LocalStackResource {
  @Override
  public Map<String, String> start() {
    Map<String, String> settings = new HashMap<>(super.start());
    settings.put("longtail.gap-bridge-after", "3s");
    settings.put("longtail.gap-sweep-every", "1s");
    return settings;
  }
}
