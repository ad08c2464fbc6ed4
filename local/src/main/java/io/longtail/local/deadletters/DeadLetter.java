package io.longtail.local.deadletters;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One record of the dead letter topic.
 *
 * @param position where it stands there, as {@code <partition>:<offset>}
 * @param reason why it is no event; {@code unknown} where nobody wrote it down
 * @param origin where it stood in the log: topic, partition and offset, as far as written down
 * @param headers those that it came with and those of a dead letter, in their order. A dead letter
 *     that was published again and refused again has the latter twice; the last ones count.
 */
public record DeadLetter(
    String position,
    long timestamp,
    String reason,
    Origin origin,
    List<Header> headers,
    Optional<byte[]> key,
    Optional<byte[]> value) {
  private static final String UNKNOWN = "unknown";

  /** A name may come more than once. */
  public record Header(String name, byte[] value) {}

  /** Where it stood: text, because somebody else may have written it. */
  public record Origin(String topic, String partition, String offset) {
    @Override
    public String toString() {
      return topic + " " + partition + ":" + offset;
    }
  }

  public static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
    List<Header> headers = new ArrayList<>();
    record
        .headers()
        .forEach(
            each ->
                headers.add(
                    new Header(each.key(), each.value() == null ? new byte[0] : each.value())));
    return new DeadLetter(
        record.partition() + ":" + record.offset(),
        record.timestamp(),
        text(headers, "dead-letter-reason"),
        new Origin(
            text(headers, "dead-letter-topic"),
            text(headers, "dead-letter-partition"),
            text(headers, "dead-letter-offset")),
        List.copyOf(headers),
        Optional.ofNullable(record.key()),
        Optional.ofNullable(record.value()));
  }

  /** Of the original's value. */
  public int bytes() {
    return value.map(bytes -> bytes.length).orElse(0);
  }

  private static String text(List<Header> headers, String name) {
    return headers.stream()
        .filter(header -> header.name().equals(name))
        .reduce((first, last) -> last)
        .map(header -> new String(header.value(), StandardCharsets.UTF_8))
        .map(ShownBytes::printable)
        .orElse(UNKNOWN);
  }
}
