package io.longtail.stats.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready only while MongoDB answers, found out within two seconds. */
@Readiness
class MongoReadiness implements HealthCheck {
  private static final long PING_MILLIS_MAX = 2_000;
  private static final String NAME = "mongodb answers";

  private final MongoDatabase database;

  @Inject
  MongoReadiness(StatsDatabase database) {
    this.database = database.database().withTimeout(PING_MILLIS_MAX, TimeUnit.MILLISECONDS);
  }

  @Override
  public HealthCheckResponse call() {
    try {
      database.runCommand(new Document("ping", 1));
      return HealthCheckResponse.up(NAME);
    } catch (MongoException e) {
      return HealthCheckResponse.named(NAME).down().withData("reason", e.getMessage()).build();
    }
  }
}
