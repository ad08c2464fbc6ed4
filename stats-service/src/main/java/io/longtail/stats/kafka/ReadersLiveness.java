package io.longtail.stats.kafka;

import io.longtail.service.kafka.LogReader;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Dead only if a reader's thread has ended: a restart mends that, and no broker that is away. */
@Liveness
class ReadersLiveness implements HealthCheck {
  private final CountReaders readers;

  ReadersLiveness(CountReaders readers) {
    this.readers = readers;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("readers alive")
        .status(readers.all().stream().allMatch(LogReader::isAlive))
        .build();
  }
}
