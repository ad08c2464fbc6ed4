package io.longtail.followers.rest;

import io.longtail.followers.Consumption;
import io.longtail.followers.ProgressReads;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/** Liveness is the process alone; readiness is the store's answer and readers that get on. */
final class HealthChecks {
  private HealthChecks() {}

  @Liveness
  @ApplicationScoped
  static class ReadersLive implements HealthCheck {
    private final Consumption consumption;

    ReadersLive(Consumption consumption) {
      this.consumption = consumption;
    }

    @Override
    public HealthCheckResponse call() {
      return HealthCheckResponse.named("readers").status(consumption.isAlive()).build();
    }
  }

  @Readiness
  @ApplicationScoped
  static class PartitionsGetOn implements HealthCheck {
    private final Consumption consumption;

    PartitionsGetOn(Consumption consumption) {
      this.consumption = consumption;
    }

    @Override
    public HealthCheckResponse call() {
      Map<String, String> stalls = consumption.stalls();
      HealthCheckResponseBuilder response =
          HealthCheckResponse.named("partitions").status(stalls.isEmpty());
      stalls.forEach(response::withData);
      return response.build();
    }
  }

  @Readiness
  @ApplicationScoped
  static class StoreAnswers implements HealthCheck {
    private final ProgressReads progress;

    StoreAnswers(ProgressReads progress) {
      this.progress = progress;
    }

    // Bounded by the time limit of reads for requests.
    @Override
    public HealthCheckResponse call() {
      try {
        progress.applied(0);
        return HealthCheckResponse.up("mongodb");
      } catch (RuntimeException e) {
        return HealthCheckResponse.named("mongodb")
            .down()
            .withData("reason", String.valueOf(e.getMessage()))
            .build();
      }
    }
  }
}
