package io.longtail.local.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/** A topic whose records stand in the murmur2 partition of their key. */
public record KeyedTopic(String name, int partitions) {
  public TopicPartition partitionOf(String key) {
    return partitionOf(key.getBytes(UTF_8));
  }

  public TopicPartition partitionOf(byte[] key) {
    return new TopicPartition(name, Utils.toPositive(Utils.murmur2(key)) % partitions);
  }
}
