package io.longtail.users.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import jakarta.inject.Singleton;
import org.bson.Document;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Red while MongoDB does not answer within the time that a request would have. */
@Readiness
@Singleton
final class MongoReadiness implements HealthCheck {
  private final MongoDatabase database;

  MongoReadiness(Collections collections) {
    this.database = collections.database();
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder answer = HealthCheckResponse.named("MongoDB answers");
    try {
      database.runCommand(new Document("ping", 1));
      return answer.up().build();
    } catch (MongoException e) {
      return answer.down().withData("reason", e.getClass().getSimpleName()).build();
    }
  }
}
