package io.longtail.followers.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longtail.service.kafka.OrderedPublisher;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Records that are no event, kept byte for byte with the reason and where they came from. */
final class DeadLetters {

  /** A refused record, and why. */
  record DeadLetter(ConsumerRecord<byte[], byte[]> record, String reason) {}

  private final OrderedPublisher publisher;
  private final String topic;

  DeadLetters(OrderedPublisher publisher, String topic) {
    this.publisher = publisher;
    this.topic = topic;
  }

  /**
   * Returns when all are acknowledged.
   *
   * @param published is told of each that is, also if another one is not
   */
  void publish(List<DeadLetter> letters, Consumer<DeadLetter> published) {
    publisher.publish(
        letters.stream().map(this::record).toList(), at -> published.accept(letters.get(at)));
  }

  private ProducerRecord<byte[], byte[]> record(DeadLetter letter) {
    ConsumerRecord<byte[], byte[]> refused = letter.record();
    Headers headers = new RecordHeaders(refused.headers().toArray());
    headers
        .add("dead-letter-reason", letter.reason().getBytes(UTF_8))
        .add("dead-letter-topic", refused.topic().getBytes(UTF_8))
        .add("dead-letter-partition", Integer.toString(refused.partition()).getBytes(UTF_8))
        .add("dead-letter-offset", Long.toString(refused.offset()).getBytes(UTF_8));
    return new ProducerRecord<>(topic, null, null, refused.key(), refused.value(), headers);
  }
}
