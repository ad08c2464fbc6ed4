package io.longtail.followers.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.longtail.followers.LogEpochs;
import io.longtail.followers.LogReplacedException;
import io.longtail.local.kafka.EmbeddedKafka;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LogTopicIT {
  private static EmbeddedKafka kafka;
  private static Admin admin;

  @BeforeAll
  static void start() throws Exception {
    kafka = EmbeddedKafka.temporary();
    admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    kafka.close();
  }

  @Test
  void theLogIsKnownWithoutAnyPartitionBeingAssigned() throws Exception {
    create("idle");

    LogTopic.Identity identity = new LogTopic(admin, "idle", new EpochsInMemory()).identity();

    assertThat(identity.epoch()).isEqualTo(1);
    assertThat(identity.partitions()).isEqualTo(3);
  }

  @Test
  void aTopicThatWasCreatedAnewIsSeenAtTheNextAssignment() throws Exception {
    create("anew");
    EpochsInMemory epochs = new EpochsInMemory();
    LogTopic topic = new LogTopic(admin, "anew", epochs);
    topic.identify();

    admin.deleteTopics(List.of("anew")).all().get(30, TimeUnit.SECONDS);
    create("anew");

    assertThatExceptionOfType(LogReplacedException.class).isThrownBy(topic::identify);
    epochs.adoptNext = true;
    assertThat(topic.identify().epoch()).isEqualTo(2);
  }

  private static void create(String topic) throws Exception {
    Uuid created =
        admin
            .createTopics(List.of(new NewTopic(topic, 3, (short) 1)))
            .topicId(topic)
            .get(30, TimeUnit.SECONDS);
    // The broker tells of a topic a moment after it has made it.
    await()
        .ignoreExceptions()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                admin
                    .describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .topicId()
                    .equals(created));
  }

  private static final class EpochsInMemory implements LogEpochs {
    private final Map<String, Long> epochs = new HashMap<>();
    private boolean adoptNext;

    @Override
    public long epochOf(String topicId) {
      if (!epochs.isEmpty() && !epochs.containsKey(topicId) && !adoptNext) {
        throw new LogReplacedException("another log");
      }
      return epochs.computeIfAbsent(topicId, x -> epochs.size() + 1L);
    }
  }
}
