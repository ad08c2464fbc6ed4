package io.longtail.local.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.longtail.events.Repair;
import io.longtail.local.net.Ports;
import org.junit.jupiter.api.Test;

class EdgePublisherTest {
  private static final int SHORT_MILLIS = 400;

  @Test
  void aBrokerThatIsAwayIsToldFromOneThatSaysNo() {
    try (EdgePublisher publisher =
        new EdgePublisher(Ports.HOST + ":" + Ports.free(), "", SHORT_MILLIS)) {
      PublishingFailedException failure =
          catchThrowableOfType(
              PublishingFailedException.class,
              () -> {
                publisher.publish(new Repair("ada"));
                publisher.finish();
              });

      assertThat(failure.isAway()).isTrue();
      assertThat(failure).hasMessageStartingWith("Kafka took 0 events and then no more: ");
    }
    assertThat(new PublishingFailedException(3, new IllegalStateException("no")).isAway())
        .isFalse();
  }
}
