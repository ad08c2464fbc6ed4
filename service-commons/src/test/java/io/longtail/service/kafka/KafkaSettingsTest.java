package io.longtail.service.kafka;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaSettingsTest {

  @Test
  void whatSaysTheSameAsTheServicesIsAllowed() {
    assertThatNoException()
        .isThrownBy(
            () ->
                new KafkaClients(
                    Map.of(
                        "bootstrap.servers", "localhost:9092",
                        "acks", "-1",
                        "enable.idempotence", "true",
                        "auto.offset.reset", "earliest",
                        "metadata.max.age.ms", "10000")));
  }

  @ParameterizedTest
  @CsvSource({
    "acks, 1, kafka.acks must be all",
    "acks, 0, kafka.acks must be all",
    "enable.idempotence, false, kafka.enable.idempotence must be true",
    "max.in.flight.requests.per.connection, 6, kafka.max.in.flight.requests.per.connection must be",
    "retries, 0, kafka.retries must be at least 1",
    "transactional.id, x, kafka.transactional.id must not be set",
    "partitioner.class, com.example.Mine, kafka.partitioner.class must not be set",
    "partitioner.ignore.keys, true, kafka.partitioner.ignore.keys must be false",
    "enable.auto.commit, true, kafka.enable.auto.commit must be false",
    "auto.offset.reset, latest, kafka.auto.offset.reset must be earliest",
    "isolation.level, read_uncommitted, kafka.isolation.level must be read_committed"
  })
  void whatContradictsTheLawsIsRefusedByNameAndRule(String setting, String value, String message) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> new KafkaClients(Map.of(setting, value)))
        .withMessageContaining(message)
        .withMessageContaining("not " + value);
  }
}
