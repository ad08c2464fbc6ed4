package io.longtail.stats.kafka;

import io.longtail.service.kafka.LogReader;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while a partition does not get on; a reader without partitions is ready. */
@Readiness
class ReadersReadiness implements HealthCheck {
  private final CountReaders readers;

  ReadersReadiness(CountReaders readers) {
    this.readers = readers;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("readers get on");
    boolean alive = readers.all().stream().allMatch(LogReader::isAlive);
    boolean stalled = false;
    for (LogReader reader : readers.all()) {
      if (reader.failure().isPresent()) {
        stalled = true;
        response.withData("reading", reader.failure().get());
      }
      for (var stall : reader.stalls().entrySet()) {
        stalled = true;
        response.withData(stall.getKey().toString(), stall.getValue().reason());
      }
    }
    return response.status(alive && !stalled).build();
  }
}
