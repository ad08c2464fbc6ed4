package io.longtail.local.deadletters;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * One record of the dead letter topic.
 *
 * @param position where it stands there, as {@code <partition>:<offset>}
 * @param reason why it is no event; {@code unknown} where nobody wrote it down
 * @param origin where it stood in the log: topic, partition and offset, as far as written down
 * @param headers those that it came with and those of a dead letter, in their order
 */
public record DeadLetter(
    String position,
    long timestamp,
    String reason,
    Origin origin,
    Map<String, byte[]> headers,
    Optional<byte[]> key,
    Optional<byte[]> value) {
  private static final String UNKNOWN = "unknown";

  /** Where it stood: text, because somebody else may have written it. */
  public record Origin(String topic, String partition, String offset) {
    @Override
    public String toString() {
      return topic + " " + partition + ":" + offset;
    }
  }

  public static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
    Map<String, byte[]> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), header.value() == null ? new byte[0] : header.value());
    }
    return new DeadLetter(
        record.partition() + ":" + record.offset(),
        record.timestamp(),
        text(headers, "dead-letter-reason"),
        new Origin(
            text(headers, "dead-letter-topic"),
            text(headers, "dead-letter-partition"),
            text(headers, "dead-letter-offset")),
        headers,
        Optional.ofNullable(record.key()),
        Optional.ofNullable(record.value()));
  }

  /** Of the original's value. */
  public int bytes() {
    return value.map(bytes -> bytes.length).orElse(0);
  }

  private static String text(Map<String, byte[]> headers, String name) {
    byte[] value = headers.get(name);
    return value == null
        ? UNKNOWN
        : ShownBytes.printable(new String(value, StandardCharsets.UTF_8));
  }
}
