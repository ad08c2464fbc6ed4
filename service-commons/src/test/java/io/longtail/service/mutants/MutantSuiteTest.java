package io.longtail.service.mutants;

import static io.longtail.service.mutants.Mutant.mutant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.service.mutants.KillingTest.Outcome;
import io.longtail.service.mutants.KillingTest.Run;
import io.longtail.service.mutants.Mutant.Edit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A suite that cannot tell a mutant that lives from one that is killed would prove nothing. */
class MutantSuiteTest {
  private static final String SOURCE = "kafka/OrderedPublisher.java";
  private static final String BREAK = "if (refused.get() != null) { break; }";
  private static final String TEST = "kafka.OrderedPublisherTest#sendsNothingAfterTheFirstRefusal";

  @Test
  void aFaultThatTheTestSeesIsKilled() {
    assertThat(run(TEST, BREAK, "").outcome()).isEqualTo(Outcome.KILLED);
  }

  @Test
  void aFaultThatTheTestDoesNotSeeLives() {
    String other = "kafka.OrderedPublisherTest#nothingToPublishNeedsNoProducer";

    assertThat(run(other, BREAK, "").outcome()).isEqualTo(Outcome.PASSED);
  }

  @Test
  void aTestThatFailsForAnotherReasonKillsNothing() {
    String inOrder = "kafka.OrderedPublisherTest#publishesInOrderAndReturnsWhenAllIsAcknowledged";

    assertThat(
            run(inOrder, BREAK, "if (refused != null) { throw new NoSuchMethodError(); }")
                .outcome())
        .isEqualTo(Outcome.BROKE);
    assertThat(
            run(inOrder, BREAK, "if (refused != null) { throw new ClassCastException(); }")
                .outcome())
        .isEqualTo(Outcome.BROKE);
  }

  @Test
  void aTestThatIsNotThereKillsNothing() {
    assertThat(run("kafka.OrderedPublisherTest#thatWasRenamed", BREAK, "").outcome())
        .isEqualTo(Outcome.BROKE);
    assertThat(run("kafka.NoSuchTest#at_all", BREAK, "").outcome()).isEqualTo(Outcome.BROKE);
  }

  @Test
  void aMutantThatNeverEndsIsLeft() {
    Mutant endless =
        mutant("endless")
            .breaks("")
            .edit(SOURCE, BREAK, "while (!Thread.currentThread().isInterrupted()) {}")
            .killedBy(TEST);

    assertThat(suite(endless).run(endless, Duration.ofMillis(200)).outcome())
        .isEqualTo(Outcome.NEVER_ENDED);
  }

  @Test
  void anEditMustFitExactlyOnePlaceAndChangeIt() {
    assertThatThrownBy(() -> run(TEST, "no such code", ""))
        .hasMessageContaining("found 0 times in " + SOURCE);
    assertThatThrownBy(() -> run(TEST, "refused.get()", "null"))
        .hasMessageContaining("times in " + SOURCE + ", not once");
    assertThatThrownBy(() -> run(TEST, "producer.flush();", "producer.flush();"))
        .hasMessageContaining("changes nothing");
  }

  @Test
  void anEditMustCompile() {
    assertThatThrownBy(() -> run(TEST, BREAK, "if (")).hasMessageContaining("does not compile");
  }

  private static Run run(String test, String snippet, String replacement) {
    Mutant mutant = new Mutant("", "", List.of(new Edit(SOURCE, snippet, replacement)), test);
    return suite(mutant).run(mutant, Duration.ofSeconds(60));
  }

  private static MutantSuite suite(Mutant mutant) {
    return new MutantSuite("io.longtail.service", List.of(mutant));
  }
}
