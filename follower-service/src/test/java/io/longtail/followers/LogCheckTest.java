package io.longtail.followers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.longtail.followers.SeenLog.Extent;
import io.longtail.followers.edgelist.LogPosition;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogCheckTest {
  private static final String A = "AAAAAAAAAAAAAAAAAAAAAA";
  private static final String B = "BBBBBBBBBBBBBBBBBBBBBB";

  private final InMemoryLogNotes notes = new InMemoryLogNotes();

  @Test
  void theFirstLogHasEpochOneAndKeepsIt() {
    assertThat(admit(check(), log(A, 2, 0, 10))).isEqualTo(1);
    assertThat(admit(check(), log(A, 2, 0, 20))).isEqualTo(1);
    assertThat(notes.known()).contains(new KnownLog(1, A, 2));
  }

  @Test
  void anotherLogIsRefusedUntilItIsAdoptedAndThenBeginsAtItsBeginning() {
    admit(check(), log(A, 2, 0, 200));
    applied(1, 150);

    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> admit(check(), log(B, 2, 0, 10)))
        .withMessageContaining("its id is " + B)
        .withMessageContaining("built from " + A + " under epoch 1")
        .withMessageContaining("longtail.adopt-log=" + B);
    assertThatExceptionOfType(LogRefusedException.class)
        .as("another one was adopted")
        .isThrownBy(() -> admit(adopting("CCCCCCCCCCCCCCCCCCCCCC"), log(B, 2, 0, 10)));

    assertThat(admit(adopting(B), log(B, 4, 0, 10))).isEqualTo(2);
    assertThat(notes.known()).contains(new KnownLog(2, B, 4));
    assertThat(notes.applied(2)).isEmpty();
    assertThat(admit(adopting(B), log(B, 4, 0, 10))).as("once, not at each start").isEqualTo(2);
  }

  @Test
  void aTopicThatWasGrownIsRefusedAndCannotBeAdopted() {
    admit(check(), log(A, 12, 0, 10));

    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> admit(check(), log(A, 24, 0, 10)))
        .withMessageContaining("has 24 partitions, but had 12 when its epoch 1 began");
    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> admit(adopting(A + ":2"), log(A, 24, 0, 10)))
        .withMessageContaining("has 24 partitions");
    assertThatExceptionOfType(LogRefusedException.class)
        .as("while running")
        .isThrownBy(() -> check().epochOf("t", A, 13));
  }

  @Test
  void theNumberOfPartitionsIsNotedWhereAnEarlierVersionDidNot() {
    notes.note(Optional.empty(), new KnownLog(1, A, 0));

    admit(check(), log(A, 12, 0, 10));

    assertThat(notes.known()).contains(new KnownLog(1, A, 12));
  }

  @Test
  void aLogThatEndsBelowWhatIsAppliedIsRefusedWithTheNumbers() {
    admit(check(), log(A, 2, 0, 300));
    applied(1, 250);

    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> admit(check(), log(A, 2, 0, 250)))
        .withMessageContaining("partition 1 ends at 250, but is applied up to 250")
        .withMessageContaining("longtail.adopt-log=" + A + ":2");
    assertThat(admit(check(), log(A, 2, 0, 251))).as("nothing is missing").isEqualTo(1);
  }

  /** As when a replica starts while others go on applying. */
  @Test
  void whatOthersApplyWhileTheBrokerIsAskedIsNotMissing() {
    admit(check(), log(A, 2, 0, 300));
    applied(1, 250);
    Supplier<SeenLog> overtaken =
        () -> {
          SeenLog seen = log(A, 2, 0, 300);
          applied(1, 350);
          return seen;
        };

    assertThat(check().admit(overtaken).epoch()).as("at the start").isEqualTo(1);
    assertThatExceptionOfType(LogRefusedException.class)
        .as("what was applied before is missing")
        .isThrownBy(() -> check().admit(overtaken));
    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> check().requireWhole(overtaken));
  }

  @Test
  void whatOthersApplyWhileTheBrokerIsAskedIsNotMissingWhileRunningEither() {
    admit(check(), log(A, 2, 0, 300));
    applied(1, 250);

    LogCheck.Admitted whole =
        check()
            .requireWhole(
                () -> {
                  applied(1, 350);
                  return log(A, 2, 0, 300);
                });

    assertThat(whole.epoch()).isEqualTo(1);
    assertThat(whole.seen().partitions()).isEqualTo(2);
  }

  @Test
  void aLogThatBeginsAboveWhatIsAppliedIsRefusedWithTheNumbers() {
    admit(check(), log(A, 2, 0, 300));
    applied(0, 400);
    applied(1, 99);

    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> admit(check(), log(A, 2, 101, 500)))
        .withMessageContaining("partition 1 begins at 101, but is applied up to 99")
        .withMessageNotContaining("partition 0");
    assertThat(admit(check(), log(A, 2, 100, 500))).as("nothing is missing").isEqualTo(1);
  }

  @Test
  void ofManyPartitionsSomeAreNamedAndTheOthersCounted() {
    admit(check(), log(A, 12, 0, 300));

    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> admit(check(), log(A, 12, 5, 300)))
        .withMessageContaining("partition 0 begins at 5, but nothing of it is applied")
        .withMessageContaining("and 9 partitions more");
  }

  @Test
  void theSameTopicGoesOnUnderTheNextEpochWhenThatIsNamed() {
    admit(check(), log(A, 2, 0, 300));
    applied(1, 250);
    SeenLog lost = log(A, 2, 40, 100);

    assertThatExceptionOfType(LogRefusedException.class)
        .as("without an epoch, a setting left over from the first time would do it again")
        .isThrownBy(() -> admit(adopting(A), lost));
    assertThat(admit(adopting(A + ":2"), lost)).isEqualTo(2);
    assertThat(notes.applied(2)).as("what is gone is done with").isEqualTo(Map.of(0, 39L, 1, 39L));
    assertThat(admit(adopting(A + ":2"), lost)).as("once, not at each start").isEqualTo(2);
    assertThat(admit(check(), lost)).isEqualTo(2);
  }

  @Test
  void aFirstLogMayHaveLostItsBeginning() {
    assertThat(admit(check(), log(A, 2, 40, 100))).isEqualTo(1);
    assertThat(admit(check(), log(A, 2, 40, 100))).isEqualTo(1);
    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> admit(check(), log(A, 2, 41, 100)));
  }

  @Test
  void ofTwoThatBeginAtOnceOneLooksAgain() {
    LogEpochs raced =
        new LogEpochs() {
          @Override
          public Optional<KnownLog> known() {
            return Optional.empty();
          }

          @Override
          public boolean note(Optional<KnownLog> known, KnownLog log) {
            return false;
          }
        };

    assertThatIllegalStateException()
        .isThrownBy(() -> admit(new LogCheck(raced, notes, Optional.empty()), log(A, 2, 0, 1)));
  }

  @Test
  void aDatabaseThatWasEmptiedUnderTheServiceIsNotBegunAnew() {
    assertThatExceptionOfType(LogRefusedException.class)
        .isThrownBy(() -> check().epochOf("t", A, 2))
        .withMessageContaining("emptied");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "follow-events", A + ":", A + ":0", A + ":x", A + "A", " " + A})
  void whatIsNoLogToAdoptIsRefusedByNameAndRule(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AdoptedLog.parse(text))
        .withMessageContaining("longtail.adopt-log must be <topic id> or <topic id>:<epoch>");
  }

  @Test
  void aLogToAdoptHasAnIdAndPerhapsAnEpoch() {
    assertThat(AdoptedLog.parse(A)).isEqualTo(new AdoptedLog(A, OptionalLong.empty()));
    assertThat(AdoptedLog.parse(A + ":7")).isEqualTo(new AdoptedLog(A, OptionalLong.of(7)));
  }

  private static long admit(LogCheck check, SeenLog seen) {
    return check.admit(() -> seen).epoch();
  }

  private LogCheck check() {
    return new LogCheck(notes, notes, Optional.empty());
  }

  private LogCheck adopting(String text) {
    return new LogCheck(notes, notes, Optional.of(AdoptedLog.parse(text)));
  }

  private void applied(int partition, long offset) {
    notes.advance(new LogPosition(notes.known().orElseThrow().epoch(), partition, offset));
  }

  private static SeenLog log(String id, int partitions, long beginning, long end) {
    Map<Integer, Extent> extents = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      extents.put(partition, new Extent(beginning, end));
    }
    return new SeenLog("follow-events", id, partitions, extents);
  }
}
