package io.longtail.followers.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.longtail.followers.LogRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogWatchTest {
  private final AtomicReference<RuntimeException> trouble = new AtomicReference<>();
  private final List<String> happened = new CopyOnWriteArrayList<>();
  private final LogWatch watch =
      new LogWatch(this::look, this::look, () -> happened.add("admitted"), happened::add);

  @AfterEach
  void close() {
    watch.close();
  }

  @Test
  void nothingIsReadBeforeTheLogIsAdmitted() {
    trouble.set(new KafkaException("away"));
    watch.start();

    await().until(() -> watch.problem().equals(Optional.of("away")));
    assertThat(happened).isEmpty();
    assertThat(watch.isAlive()).isTrue();

    trouble.set(null);
    await().until(() -> watch.problem().isEmpty());
    assertThat(happened).containsExactly("admitted");
  }

  @Test
  void aLogThatMayNotBeIsToldOnce() {
    trouble.set(new LogRefusedException("another log"));
    watch.start();

    await().until(() -> !happened.isEmpty());
    assertThat(happened).containsExactly("another log");
    assertThat(watch.problem()).contains("another log");
  }

  @Test
  void aSettingThatNoClientTakesIsAReasonNotToStart() {
    LogWatch misconfigured =
        new LogWatch(
            this::look,
            this::look,
            () -> {
              throw new KafkaException("no producer", new KafkaException("linger.ms is too long"));
            },
            happened::add);
    try (misconfigured) {
      misconfigured.start();

      await().until(() -> !happened.isEmpty());
      assertThat(happened).containsExactly("the reading cannot begin: linger.ms is too long");
      assertThat(misconfigured.problem()).contains(happened.get(0));
    }
  }

  @Test
  void whatBecomesOfTheLogLaterIsToldAndDoesNotEndTheService() {
    watch.start();
    await().until(() -> watch.problem().isEmpty());

    trouble.set(new LogRefusedException("grown"));
    await().until(() -> watch.problem().equals(Optional.of("grown")));
    trouble.set(null);
    await().until(() -> watch.problem().isEmpty());

    assertThat(happened).containsExactly("admitted");
    assertThat(watch.isAlive()).isTrue();
  }

  @Test
  void closingEndsALookThatWaits() throws Exception {
    CountDownLatch looking = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    LogWatch waiting =
        new LogWatch(
            () -> {
              looking.countDown();
              try {
                Thread.sleep(600_000);
              } catch (InterruptedException e) {
                interrupted.set(true);
                Thread.currentThread().interrupt();
              }
              throw new KafkaException("interrupted");
            },
            this::look,
            () -> happened.add("admitted"),
            happened::add);
    waiting.start();
    assertThat(looking.await(10, TimeUnit.SECONDS)).isTrue();

    waiting.close();

    assertThat(interrupted).as("the look was interrupted, not left behind").isTrue();
    assertThat(happened).isEmpty();
  }

  private LogTopic.Identity look() {
    RuntimeException now = trouble.get();
    if (now != null) {
      throw now;
    }
    return new LogTopic.Identity(1, 12, 0);
  }
}
