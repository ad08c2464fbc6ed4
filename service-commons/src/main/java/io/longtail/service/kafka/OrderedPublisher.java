package io.longtail.service.kafka;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Publishes records in order and returns when every one is acknowledged. After the first refusal
 * nothing more is sent: an idempotent producer may let later records through when an earlier one
 * expired, and the fewer do, the smaller the repeat that a consumer has to drop.
 */
public final class OrderedPublisher implements AutoCloseable {
  /** Every publication has been waited for: what is still under way is of one that was given up. */
  private static final Duration CLOSE_MAX = Duration.ofSeconds(3);

  private final Producer<byte[], byte[]> producer;

  public OrderedPublisher(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /**
   * @throws PublishFailedException if any record is not confirmed; which ones are is not known, so
   *     the caller publishes all of them again, in the same order
   */
  public void publish(List<ProducerRecord<byte[], byte[]>> records) {
    publish(records, at -> {});
  }

  /**
   * The same.
   *
   * @param acknowledged is told the place in the list of each record that is, from any thread and
   *     before this returns, also if another one is not
   */
  public void publish(List<ProducerRecord<byte[], byte[]>> records, IntConsumer acknowledged) {
    if (records.isEmpty()) {
      return;
    }
    AtomicReference<Exception> refused = new AtomicReference<>();
    try {
      for (int i = 0; i < records.size(); i++) {
        if (refused.get() != null) {
          break;
        }
        int at = i;
        producer.send(
            records.get(at),
            (metadata, failure) -> {
              if (failure != null) {
                refused.compareAndSet(null, failure);
              } else {
                acknowledged.accept(at);
              }
            });
      }
    } catch (KafkaException | IllegalStateException e) {
      refused.compareAndSet(null, e);
    }
    try {
      producer.flush(); // after a refusal, too: what was sent before it is not left in doubt
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
    producer.close(CLOSE_MAX);
  }
}
