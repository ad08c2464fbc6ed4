package io.longtail.service.kafka;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The {@code kafka.*} settings that may not be: each would have an accepted event lost, repeated,
 * out of order or in another partition. Overriding them in silence would let somebody believe what
 * is not so; a service that is given one does not start.
 */
final class KafkaSettings {
  private record Rule(String setting, Predicate<String> holds, String rule, String reason) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "acks",
              value -> value.equals("all") || value.equals("-1"),
              "must be all",
              "what one broker alone has acknowledged is lost with it"),
          new Rule(
              "enable.idempotence",
              value -> value.equals("true"),
              "must be true",
              "a producer that is not idempotent repeats records and changes their order"),
          new Rule(
              "max.in.flight.requests.per.connection",
              value -> number(value) >= 1 && number(value) <= 5,
              "must be from 1 to 5",
              "with more, a producer is not idempotent"),
          new Rule(
              "retries",
              value -> number(value) >= 1,
              "must be at least 1",
              "with none, a producer is not idempotent"),
          new Rule(
              "transactional.id",
              value -> value.isBlank(),
              "must not be set",
              "the services use no transactions"),
          new Rule(
              "partitioner.class",
              value -> value.isBlank(),
              "must not be set",
              "all events of an edge must be in the murmur2 partition of their key"),
          new Rule(
              "partitioner.ignore.keys",
              value -> value.equals("false"),
              "must be false",
              "all events of an edge must be in the murmur2 partition of their key"),
          new Rule(
              "enable.auto.commit",
              value -> value.equals("false"),
              "must be false",
              "an offset is committed after its batch is applied"),
          new Rule(
              "auto.offset.reset",
              value -> value.equals("earliest"),
              "must be earliest",
              "a new group would skip what is in the log"),
          new Rule(
              "isolation.level",
              value -> value.equals("read_committed"),
              "must be read_committed",
              "an aborted event was never accepted"));

  private KafkaSettings() {}

  /** Throws, naming every setting that contradicts, if any does. */
  static void requireLawful(Map<String, Object> settings) {
    List<String> problems = new ArrayList<>();
    for (Rule rule : RULES) {
      Object value = settings.get(rule.setting());
      if (value != null && !rule.holds().test(value.toString().strip())) {
        problems.add(
            "kafka."
                + rule.setting()
                + " "
                + rule.rule()
                + ", not "
                + value
                + ": "
                + rule.reason());
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException(
          "the service does not start: " + String.join("; ", problems));
    }
  }

  private static int number(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
