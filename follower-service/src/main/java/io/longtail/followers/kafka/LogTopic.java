package io.longtail.followers.kafka;

import io.longtail.followers.LogCheck;
import io.longtail.followers.LogRefusedException;
import io.longtail.followers.SeenLog;
import io.longtail.followers.SeenLog.Extent;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.utils.Utils;
import org.jboss.logging.Logger;

/** The topic of follow events as it stands on the broker, checked against the lists. */
final class LogTopic {
  private static final Logger LOG = Logger.getLogger(LogTopic.class);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

  /**
   * How long an answer holds. What was created anew or grown is found out within this time; what of
   * it was applied until then is applied again once the new log is adopted, which changes nothing.
   */
  private static final Duration FRESH = Duration.ofSeconds(1);

  /** What the log is. */
  record Identity(long epoch, int partitions, long asOfNanos) {

    /** The partition that holds all events of this key. */
    int partitionOf(byte[] key) {
      return Utils.toPositive(Utils.murmur2(key)) % partitions;
    }

    private boolean isFresh() {
      return System.nanoTime() - asOfNanos < FRESH.toNanos();
    }
  }

  private final Admin admin;
  private final String topic;
  private final LogCheck check;
  private volatile Identity identity;

  LogTopic(Admin admin, String topic, LogCheck check) {
    this.admin = admin;
    this.topic = topic;
    this.check = check;
  }

  /**
   * Before anything is applied: whether this log may be at all.
   *
   * @throws LogRefusedException if it may not
   * @throws RuntimeException any other if broker or store cannot tell now
   */
  Identity admit() {
    long asOf = System.nanoTime();
    LogCheck.Admitted admitted =
        check.admit(
            () -> {
              TopicDescription description = describe();
              requireKept(description);
              return seen(description, partitions(description));
            });
    admitted
        .seen()
        .extents()
        .forEach(
            (partition, extent) -> {
              if (extent.beginning() > 0) {
                LOG.warnf(
                    "%s-%d begins at %d: what was before is gone, the lists cannot be built again",
                    topic, partition, extent.beginning());
              }
            });
    return identity(admitted, asOf);
  }

  /** As last found out, however long ago. */
  Identity identity() {
    Identity known = identity;
    if (known == null) {
      throw new IllegalStateException("it is not known yet which log " + topic + " is");
    }
    return known;
  }

  /** As found out a moment ago. */
  Identity freshIdentity() {
    Identity known = identity;
    return known != null && known.isFresh() ? known : identify();
  }

  /** Asks the broker and the store; throws if either cannot answer, or if it is another log. */
  Identity identify() {
    long asOf = System.nanoTime();
    TopicDescription description = describe();
    int partitions = description.partitions().size();
    long epoch = check.epochOf(topic, description.topicId().toString(), partitions);
    identity = new Identity(epoch, partitions, asOf);
    return identity;
  }

  /** Before partitions are begun: that nothing is missing of them. */
  Identity requireWhole(Collection<Integer> partitions) {
    long asOf = System.nanoTime();
    LogCheck.Admitted admitted = check.requireWhole(() -> seen(describe(), partitions));
    return identity(admitted, asOf);
  }

  private Identity identity(LogCheck.Admitted admitted, long asOf) {
    identity = new Identity(admitted.epoch(), admitted.seen().partitions(), asOf);
    return identity;
  }

  private SeenLog seen(TopicDescription description, Collection<Integer> partitions) {
    return new SeenLog(
        topic,
        description.topicId().toString(),
        description.partitions().size(),
        extents(partitions));
  }

  private static List<Integer> partitions(TopicDescription description) {
    return description.partitions().stream().map(TopicPartitionInfo::partition).toList();
  }

  private TopicDescription describe() {
    return answer(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
  }

  private Map<Integer, Extent> extents(Collection<Integer> partitions) {
    List<TopicPartition> asked =
        partitions.stream().map(each -> new TopicPartition(topic, each)).toList();
    Map<TopicPartition, ListOffsetsResultInfo> beginnings = offsets(asked, OffsetSpec.earliest());
    Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(asked, OffsetSpec.latest());
    Map<Integer, Extent> extents = new HashMap<>();
    for (TopicPartition each : asked) {
      extents.put(
          each.partition(), new Extent(beginnings.get(each).offset(), ends.get(each).offset()));
    }
    return extents;
  }

  private Map<TopicPartition, ListOffsetsResultInfo> offsets(
      Collection<TopicPartition> partitions, OffsetSpec spec) {
    return answer(
        admin
            .listOffsets(
                partitions.stream().collect(Collectors.toMap(Function.identity(), x -> spec)))
            .all());
  }

  /** The log is what the lists can be built from again: nothing of it may go. */
  private void requireKept(TopicDescription description) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config config;
    try {
      config = answer(admin.describeConfigs(List.of(resource)).all()).get(resource);
    } catch (KafkaException e) {
      if (e.getCause() instanceof AuthorizationException) {
        LOG.warnf("the settings of %s cannot be read: %s", topic, e.getCause().getMessage());
        return;
      }
      throw e;
    }
    String policy = value(config, TopicConfig.CLEANUP_POLICY_CONFIG);
    if (policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
      throw new LogRefusedException(
          ("the topic %s has cleanup.policy=%s: compaction keeps one event for each followee and"
                  + " deletes the others. Set cleanup.policy=delete and retention.ms=-1. What to"
                  + " do: docs/operating.md, \"The topic of the log\"")
              .formatted(topic, policy));
    }
    warnUnless(config, TopicConfig.RETENTION_MS_CONFIG, "-1", "events older than that are lost");
    warnUnless(config, TopicConfig.RETENTION_BYTES_CONFIG, "-1", "events beyond that are lost");
    warnUnless(
        config,
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        "LogAppendTime",
        "the time of a follow is what its publisher says");
    int replicas = description.partitions().get(0).replicas().size();
    if (replicas > 1 && value(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG).equals("1")) {
      LOG.warnf(
          "%s has min.insync.replicas=1 and %d replicas: what one broker alone has acknowledged is"
              + " lost with it",
          topic, replicas);
    }
  }

  private void warnUnless(Config config, String setting, String right, String otherwise) {
    String value = value(config, setting);
    if (!value.equals(right)) {
      LOG.warnf("%s has %s=%s and not %s: %s", topic, setting, value, right, otherwise);
    }
  }

  private static String value(Config config, String setting) {
    ConfigEntry entry = config.get(setting);
    return entry == null || entry.value() == null ? "" : entry.value();
  }

  private <T> T answer(KafkaFuture<T> future) {
    try {
      return future.get(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new KafkaException("topic " + topic + ": " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new KafkaException("topic " + topic + ": no answer from the broker", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
