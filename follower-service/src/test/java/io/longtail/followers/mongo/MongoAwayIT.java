package io.longtail.followers.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.longtail.followers.ListReader;
import io.longtail.followers.Order;
import io.longtail.followers.Outliers;
import io.longtail.followers.Side;
import io.longtail.followers.StoreUnavailableException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MongoAwayIT {

  /**
   * A server that takes the connection and never says a word is the worst of those that are away.
   */
  @Test
  void requestsAreToldInTimeThatTheStoreDoesNotAnswer() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        MongoClient client = MongoClients.create("mongodb://127.0.0.1:" + silent.getLocalPort())) {
      MongoBeans beans = new MongoBeans(client, Optional.empty());
      ListReader reader = new ListReader(beans.reads());
      Outliers outliers = beans.outliers();

      assertUnavailableInTime(
          () -> reader.read(Side.FOLLOWERS, "u", Order.NEWEST, 50, Optional.empty()));
      assertUnavailableInTime(() -> outliers.list(Side.FOLLOWERS, Optional.empty(), 50));
    }
  }

  private static void assertUnavailableInTime(ThrowingCallable read) {
    Instant start = Instant.now();
    assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(read);
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(4));
  }
}
