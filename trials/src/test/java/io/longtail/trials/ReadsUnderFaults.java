package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;

/**
 * A client that reads lists from living instances while others are killed. What it is answered must
 * obey laws 1 and 2, each answer by itself; the only error is a 503; and only an instance that is
 * being ended may leave it without an answer.
 */
final class ReadsUnderFaults {
  private final Fleet fleet;
  private final SkewedTraffic traffic;
  private final Random random;
  private long answered;
  private long listed;
  private long unavailable;
  private long broken;

  ReadsUnderFaults(Fleet fleet, SkewedTraffic traffic, Random random) {
    this.fleet = fleet;
    this.traffic = traffic;
    this.random = random;
  }

  void readOnce() {
    fleet.someAnswering(random).ifPresent(this::read);
  }

  private void read(ServiceProcess service) {
    String path =
        "/users/"
            + traffic.someUser(random)
            + (random.nextBoolean() ? "/followers" : "/following")
            + "?limit="
            + Answers.LIMIT;
    ServiceProcess.Answer answer;
    try {
      answer = service.get(path);
    } catch (IOException e) {
      assertThat(fleet.mustAnswer(service))
          .as("%s of %s, which nobody has ended, gave no answer: %s", path, service.name(), e)
          .isFalse();
      broken++;
      return;
    }
    if (answer.status() == 503) {
      unavailable++;
      return;
    }
    assertThat(answer.status()).as("status of %s at %s", path, service.name()).isEqualTo(200);
    assertThat(Answers.violation(answer.body()))
        .as("%s at %s: %s", path, service.name(), answer.body())
        .isEmpty();
    answered++;
    listed += answer.body().get("items").size();
  }

  long answered() {
    return answered;
  }

  String report() {
    return "%,d answered with %,d ids, %,d times 503, %,d cut off by an end"
        .formatted(answered, listed, unavailable, broken);
  }
}
