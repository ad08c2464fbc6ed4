package io.longtail.users.kafka;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Red only when the reading thread has ended, which a restart mends. A broker or a database that is
 * away is not mended by a restart.
 */
@Liveness
@Singleton
final class UserStatsReaderLiveness implements HealthCheck {
  private final UserStatsReader reader;

  UserStatsReaderLiveness(UserStatsReader reader) {
    this.reader = reader;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("user-stats reader runs").status(reader.isAlive()).build();
  }
}
