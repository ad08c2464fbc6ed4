package io.longtail.service.kafka;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Publishes records in order and returns when every one is acknowledged. After the first refusal
 * nothing more is sent: an idempotent producer may let later records through when an earlier one
 * expired, and the fewer do, the smaller the repeat that a consumer has to drop.
 */
public final class OrderedPublisher implements AutoCloseable {
  private final Producer<byte[], byte[]> producer;

  public OrderedPublisher(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /**
   * @throws PublishFailedException if any record is not confirmed; which ones are is not known, so
   *     the caller publishes all of them again, in the same order
   */
  public void publish(List<ProducerRecord<byte[], byte[]>> records) {
    if (records.isEmpty()) {
      return;
    }
    AtomicReference<Exception> refused = new AtomicReference<>();
    try {
      for (ProducerRecord<byte[], byte[]> record : records) {
        if (refused.get() != null) {
          break;
        }
        producer.send(
            record,
            (metadata, failure) -> {
              if (failure != null) {
                refused.compareAndSet(null, failure);
              }
            });
      }
      producer.flush();
    } catch (KafkaException | IllegalStateException e) {
      refused.compareAndSet(null, e);
    }
    if (refused.get() != null) {
      throw new PublishFailedException(
          "not confirmed in " + records.get(0).topic() + ": " + refused.get().getMessage(),
          refused.get());
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
