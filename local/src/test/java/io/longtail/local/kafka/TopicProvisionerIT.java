package io.longtail.local.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.Topic;
import io.longtail.local.kafka.TopicProvisioner.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TopicProvisionerIT {
  private static EmbeddedKafka kafka;
  private static TopicProvisioner provisioner;

  @BeforeAll
  static void startKafka() {
    kafka = EmbeddedKafka.temporary();
    provisioner = new TopicProvisioner(kafka.bootstrapServers());
  }

  @AfterAll
  static void stopKafka() {
    provisioner.close();
    kafka.close();
  }

  @Test
  void createsEveryTopicOfTheContractUnderThePrefix() {
    Outcome outcome = provisioner.provision("one-");

    assertThat(outcome.created())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Topic.values()).map(topic -> topic.name("one-")).toList());
    assertThat(outcome.differences()).isEmpty();
  }

  @Test
  void leavesTopicsThatAreAsTheyShouldBe() {
    provisioner.provision("two-");

    Outcome outcome = provisioner.provision("two-");

    assertThat(outcome).isEqualTo(new Outcome(List.of(), List.of()));
  }

  @Test
  void reportsAnotherNumberOfPartitionsAndLeavesIt() {
    provisioner.provision("three-", 3);

    Outcome outcome = provisioner.provision("three-", 4);

    assertThat(outcome.created()).isEmpty();
    assertThat(outcome.differences())
        .hasSize(Topic.values().length)
        .contains("three-follow-events has 3 partitions, not 4");
  }

  @Test
  void reportsASettingThatIsNotAsTheContractHasIt() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic("four-follow-events", 12, (short) 1)
                      .configs(Map.of("retention.ms", "60000", "retention.bytes", "-1"))))
          .all()
          .get();
    }

    Outcome outcome = provisioner.provision("four-");

    assertThat(outcome.differences())
        .containsExactly(
            "four-follow-events has message.timestamp.type=CreateTime, not LogAppendTime",
            "four-follow-events has retention.ms=60000, not -1");
  }
}
