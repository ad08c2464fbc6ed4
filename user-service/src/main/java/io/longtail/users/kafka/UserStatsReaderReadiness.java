package io.longtail.users.kafka;

import io.longtail.service.kafka.LogReader.Stall;
import jakarta.inject.Singleton;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Red while a batch of counts cannot be written. A reader without a partition (more replicas than
 * partitions) or without a broker is ready: users are served all the same.
 */
@Readiness
@Singleton
final class UserStatsReaderReadiness implements HealthCheck {
  private final UserStatsReader reader;

  UserStatsReaderReadiness(UserStatsReader reader) {
    this.reader = reader;
  }

  @Override
  public HealthCheckResponse call() {
    Map<TopicPartition, Stall> stalls = reader.stalls();
    HealthCheckResponseBuilder answer =
        HealthCheckResponse.named("user-stats reader gets on")
            .status(reader.isAlive() && stalls.isEmpty() && reader.failure().isEmpty());
    reader.failure().ifPresent(failure -> answer.withData("reading", failure));
    stalls.forEach(
        (partition, stall) ->
            answer.withData(
                partition.toString(), "since " + stall.since() + ": " + stall.reason()));
    return answer.build();
  }
}
