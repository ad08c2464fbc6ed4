package io.longtail.followers.kafka;

import io.longtail.followers.LogEpochs;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Utils;

/** The topic of follow events as it stands on the broker: which log it is, how many partitions. */
final class LogTopic {
  private static final long DESCRIBE_SECONDS_MAX = 5;

  /** What the log is, once known. */
  record Identity(long epoch, int partitions) {

    /** The partition that holds all events of this key. */
    int partitionOf(byte[] key) {
      return Utils.toPositive(Utils.murmur2(key)) % partitions;
    }
  }

  private final Admin admin;
  private final String topic;
  private final LogEpochs epochs;
  private volatile Identity identity;

  LogTopic(Admin admin, String topic, LogEpochs epochs) {
    this.admin = admin;
    this.topic = topic;
    this.epochs = epochs;
  }

  /** As last identified; asks the first time, also where no partition was ever assigned. */
  Identity identity() {
    Identity known = identity;
    return known == null ? identify() : known;
  }

  /**
   * Asks the broker and the store; throws if either cannot answer. Done at each assignment: a topic
   * that was created anew under a running service is assigned anew too.
   */
  Identity identify() {
    TopicDescription description = describe();
    identity =
        new Identity(
            epochs.epochOf(description.topicId().toString()), description.partitions().size());
    return identity;
  }

  private TopicDescription describe() {
    try {
      return admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get(DESCRIBE_SECONDS_MAX, TimeUnit.SECONDS)
          .get(topic);
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
