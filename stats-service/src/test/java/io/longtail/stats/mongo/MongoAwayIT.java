package io.longtail.stats.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.longtail.stats.StatsUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

/** MongoDB not there, and MongoDB that takes the connection and says nothing. */
class MongoAwayIT {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(3);

  @Test
  void aReadIsRefusedInTimeWhenNobodyListens() throws IOException {
    int port = portOfNobody();
    try (MongoClient client = client(port)) {
      assertRefusedInTime(new StatsDatabase(client, Optional.empty()));
    }
  }

  @Test
  void aReadIsRefusedInTimeWhenNobodyAnswers() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        MongoClient client = client(silent.getLocalPort())) {
      assertRefusedInTime(new StatsDatabase(client, Optional.empty()));
    }
  }

  @Test
  void readinessIsDownInTimeWhenNobodyAnswers() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        MongoClient client = client(silent.getLocalPort())) {
      MongoReadiness readiness = new MongoReadiness(new StatsDatabase(client, Optional.empty()));
      long began = System.nanoTime();

      assertThat(readiness.call().getStatus()).isEqualTo(Status.DOWN);

      assertInTime(began);
    }
  }

  private static void assertRefusedInTime(StatsDatabase database) {
    MongoCurrentStats current = new MongoCurrentStats(database);
    long began = System.nanoTime();

    assertThatThrownBy(() -> current.of(Set.of("u"))).isInstanceOf(StatsUnavailableException.class);

    assertInTime(began);
  }

  private static void assertInTime(long began) {
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(ANSWER_MAX);
  }

  private static int portOfNobody() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  // As application.properties has it.
  private static MongoClient client(int port) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:" + port))
            .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(2, TimeUnit.SECONDS))
            .applyToSocketSettings(
                socket ->
                    socket.connectTimeout(2, TimeUnit.SECONDS).readTimeout(10, TimeUnit.SECONDS))
            .build());
  }
}
