package io.longtail.local.kafka;

import io.longtail.events.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates the topics of the contract under a prefix. A topic that exists is left as it is: whoever
 * made it may have had reasons, but where it differs from the contract, the answer says so. When it
 * returns, every partition can be written to.
 */
public final class TopicProvisioner implements AutoCloseable {
  private static final Duration KNOWN_WITHIN = Duration.ofSeconds(60);
  private static final Duration ASK_AGAIN_AFTER = Duration.ofMillis(50);

  private final Admin admin;

  public TopicProvisioner(String bootstrapServers) {
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  /** Creates what is missing, with the default number of partitions. */
  public Outcome provision(String prefix) {
    return provision(prefix, Topic.PARTITIONS_DEFAULT);
  }

  public Outcome provision(String prefix, int partitions) {
    List<String> created = new ArrayList<>();
    List<Topic> existing = new ArrayList<>();
    Map<String, KafkaFuture<Void>> answers =
        admin
            .createTopics(
                Arrays.stream(Topic.values())
                    .map(topic -> newTopic(topic, prefix, partitions))
                    .toList())
            .values();
    for (Topic topic : Topic.values()) {
      if (wasCreated(answers.get(topic.name(prefix)))) {
        created.add(topic.name(prefix));
      } else {
        existing.add(topic);
      }
    }
    Map<String, TopicDescription> descriptions = awaitAll(prefix);
    return new Outcome(created, differences(existing, descriptions, prefix, partitions));
  }

  private static NewTopic newTopic(Topic topic, String prefix, int partitions) {
    // The broker's own default replication: 1 on a laptop, what the operator chose on a cluster.
    return new NewTopic(topic.name(prefix), Optional.of(partitions), Optional.empty())
        .configs(topic.config());
  }

  private static boolean wasCreated(KafkaFuture<Void> answer) {
    try {
      answer.get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false;
      }
      throw new IllegalStateException("cannot create topics", e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Created is not yet known to the brokers: whoever asks too early is told that there is none. */
  private Map<String, TopicDescription> awaitAll(String prefix) {
    List<String> names = Arrays.stream(Topic.values()).map(topic -> topic.name(prefix)).toList();
    long deadline = System.nanoTime() + KNOWN_WITHIN.toNanos();
    while (true) {
      try {
        Map<String, TopicDescription> descriptions =
            admin.describeTopics(names).allTopicNames().get();
        if (descriptions.values().stream().allMatch(TopicProvisioner::hasLeaders)) {
          return descriptions;
        }
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw new IllegalStateException("cannot describe topics", e.getCause());
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("topics are not there after " + KNOWN_WITHIN);
      }
      // Nothing tells when a broker has learnt of a topic: it has to be asked again.
      LockSupport.parkNanos(ASK_AGAIN_AFTER.toNanos());
    }
  }

  private static boolean hasLeaders(TopicDescription topic) {
    return topic.partitions().stream().allMatch(partition -> partition.leader() != null);
  }

  private List<String> differences(
      List<Topic> topics,
      Map<String, TopicDescription> descriptions,
      String prefix,
      int partitions) {
    if (topics.isEmpty()) {
      return List.of();
    }
    Map<String, Topic> byName =
        topics.stream().collect(Collectors.toMap(topic -> topic.name(prefix), Function.identity()));
    Map<ConfigResource, Config> configs =
        await(admin.describeConfigs(resources(byName.keySet())).all());
    List<String> differences = new ArrayList<>();
    for (Topic topic : topics) {
      String name = topic.name(prefix);
      int actual = descriptions.get(name).partitions().size();
      if (actual != partitions) {
        differences.add(name + " has " + actual + " partitions, not " + partitions);
      }
      Config config = configs.get(new ConfigResource(ConfigResource.Type.TOPIC, name));
      topic.config().keySet().stream()
          .sorted()
          .forEach(
              key -> {
                ConfigEntry entry = config.get(key);
                String value = entry == null ? "nothing" : entry.value();
                if (!topic.config().get(key).equals(value)) {
                  differences.add(
                      name + " has " + key + "=" + value + ", not " + topic.config().get(key));
                }
              });
    }
    return List.copyOf(differences);
  }

  private static List<ConfigResource> resources(Set<String> names) {
    return names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
  }

  private static <T> T await(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot describe topics", e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException(e);
  }

  @Override
  public void close() {
    admin.close();
  }

  /**
   * What was done and what was found.
   *
   * @param created names of topics that did not exist
   * @param differences sentences, one for each setting of an existing topic that is not as the
   *     contract has it
   */
  public record Outcome(List<String> created, List<String> differences) {}
}
