package io.longtail.service.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class OrderedPublisherTest {

  @Test
  void publishesInOrderAndReturnsWhenAllIsAcknowledged() {
    MockProducer<byte[], byte[]> producer = mock(true);

    new OrderedPublisher(producer).publish(records(5));

    assertThat(producer.history())
        .extracting(record -> record.value()[0])
        .containsExactly((byte) 0, (byte) 1, (byte) 2, (byte) 3, (byte) 4);
  }

  @Test
  void sendsNothingAfterTheFirstRefusal() {
    RefusingProducer producer = new RefusingProducer(2);

    assertThatExceptionOfType(PublishFailedException.class)
        .isThrownBy(() -> new OrderedPublisher(producer).publish(records(5)))
        .withMessageContaining("not confirmed in t");
    assertThat(producer.sent).isEqualTo(3);
  }

  @Test
  void aRefusalThatComesLateIsARefusal() {
    // Acknowledged only on flush, and then the second is refused.
    MockProducer<byte[], byte[]> producer =
        new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
          @Override
          public synchronized void flush() {
            completeNext();
            errorNext(new TimeoutException("expired"));
            super.flush();
          }
        };

    assertThatExceptionOfType(PublishFailedException.class)
        .isThrownBy(() -> new OrderedPublisher(producer).publish(records(2)));
  }

  @Test
  void nothingToPublishNeedsNoProducer() {
    MockProducer<byte[], byte[]> producer = mock(true);
    producer.close();

    new OrderedPublisher(producer).publish(List.of());

    assertThat(producer.history()).isEmpty();
  }

  private static List<ProducerRecord<byte[], byte[]>> records(int n) {
    return IntStream.range(0, n)
        .mapToObj(i -> new ProducerRecord<>("t", new byte[] {1}, new byte[] {(byte) i}))
        .toList();
  }

  private static MockProducer<byte[], byte[]> mock(boolean autoComplete) {
    return new MockProducer<>(
        autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Refuses the record at an index at once, and counts what it was given. */
  private static final class RefusingProducer extends MockProducer<byte[], byte[]> {
    private final int refusedAt;
    private int sent;

    RefusingProducer(int refusedAt) {
      super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
      this.refusedAt = refusedAt;
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, Callback callback) {
      if (sent++ == refusedAt) {
        TimeoutException refusal = new TimeoutException("not now");
        callback.onCompletion(null, refusal);
        return CompletableFuture.failedFuture(refusal);
      }
      return super.send(record, callback);
    }
  }
}
