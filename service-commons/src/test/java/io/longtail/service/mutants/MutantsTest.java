package io.longtail.service.mutants;

import static io.longtail.service.mutants.Mutant.mutant;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class MutantsTest {
  private static final String PUBLISHER = "kafka/OrderedPublisher.java";
  private static final String READER = "kafka/LogReader.java";

  private static final List<Mutant> MUTANTS =
      List.of(
          mutant("the producer goes on after a refused record")
              .breaks("publishing stops at the first record that is refused")
              .edit(PUBLISHER, "if (refused.get() != null) { break; }", "")
              .killedBy("kafka.OrderedPublisherTest#sendsNothingAfterTheFirstRefusal"),
          mutant("publishing returns before all is acknowledged")
              .breaks("a head is saved only when every change of it is acknowledged")
              .edit(PUBLISHER, "producer.flush();", "")
              .killedBy("kafka.OrderedPublisherTest#aRefusalThatComesLateIsARefusal"),
          mutant("the offset is committed before the batch is handled")
              .breaks("what is committed is done")
              .edit(
                  READER,
                  "handler.handle(partition, batch, next);",
                  """
                  commit(partition, next);
                  handler.handle(partition, batch, next);
                  """)
              .killedBy("kafka.LogReaderTest#aStalledPartitionDoesNotHoldUpTheOthersAndIsTold"),
          mutant("a batch that failed is committed and passed over")
              .breaks("a batch that cannot be applied stops its partition")
              .edit(
                  READER,
                  """
                  consumer.pause(Set.of(partition));
                  unplaced.add(partition);
                  stall(partition, e, false);
                  return;
                  """,
                  """
                  commit(partition, next);
                  stall(partition, e, false);
                  return;
                  """)
              .killedBy("kafka.LogReaderTest#aStalledPartitionDoesNotHoldUpTheOthersAndIsTold"),
          mutant("the next batch does not wait for one that failed")
              .breaks("one batch of a partition strictly after another")
              .edit(
                  READER,
                  """
                  consumer.pause(Set.of(partition));
                  unplaced.add(partition);
                  stall(partition, e, false);
                  """,
                  """
                  unplaced.add(partition);
                  stall(partition, e, false);
                  """)
              .killedBy("kafka.LogReaderTest#theNextBatchOfAPartitionWaitsForOneThatFails"));

  @TestFactory
  Stream<DynamicNode> everyMutantIsKilledByItsTest() {
    return new MutantSuite("io.longtail.service", MUTANTS).tests();
  }
}
