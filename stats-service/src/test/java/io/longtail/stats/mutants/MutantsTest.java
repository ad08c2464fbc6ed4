package io.longtail.stats.mutants;

import static io.longtail.service.mutants.Mutant.mutant;

import io.longtail.service.mutants.Mutant;
import io.longtail.service.mutants.MutantSuite;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class MutantsTest {
  private static final String FOLD = "counts/CountFold.java";
  private static final String APPLIER = "CountApplier.java";

  private static final List<Mutant> MUTANTS =
      List.of(
          mutant("any higher sequence is applied")
              .breaks("a consumer applies exactly last + 1")
              .edit(FOLD, "last == 0 || change.sequence() == last + 1", "change.sequence() > last")
              .killedBy("HistoriesTest#aRecordThatOvertookARefusedOneWaitsForItsResend"),
          mutant("a repeat is applied")
              .breaks("a sequence that is not above the last is a repeat")
              .edit(
                  FOLD,
                  "if (change.sequence() <= last) {",
                  "if (change.sequence() <= last && change.sequence() < 0) {")
              .edit(
                  FOLD,
                  "last == 0 || change.sequence() == last + 1",
                  "change.sequence() <= last + 1")
              .killedBy("HistoriesTest#aResendOfWhatWasTakenChangesNothing"),
          mutant("the last following count to come wins")
              .breaks("the highest sequence of following-counts wins")
              .edit(FOLD, "state.sequence() > counts.followingSequence()", "state.sequence() > 0")
              .killedBy("HistoriesTest#anOlderFollowingCountThatComesLateIsLeft"),
          mutant("what lies beyond a gap is forgotten")
              .breaks("a gap that no resend fills is bridged by the highest count")
              .edit(FOLD, "counts = counts.withGap(Optional.of(gap));", "")
              .killedBy("counts.CountFoldTest#ofSeveralChangesBeyondAGapTheHighestIsKept"),
          mutant("a gap is bridged at once")
              .breaks("a gap is bridged only when its time is over")
              .edit(FOLD, "!gap.since().isAfter(openSinceOrBefore)", "gap.sequence() > 0")
              .killedBy("HistoriesTest#aRecordThatOvertookARefusedOneWaitsForItsResend"),
          mutant("a redelivered batch is not published again")
              .breaks("what a crash kept from being published is published by the redelivery")
              .edit(
                  APPLIER,
                  "settle(new Decision(current, folded), settled);",
                  "metrics.folded(folded);")
              .killedBy("CountApplierTest#aRedeliveredBatchIsNotSavedButPublishedAgain"),
          mutant("no look at the store after publishing")
              .breaks("the last record of a user is not older than what is stored")
              .edit(APPLIER, "due = movedOnSince(due);", "due = List.of();")
              .killedBy("CountApplierTest#anOwnerThatIsSlowToPublishDoesNotLeaveAnOldStateBehind"),
          mutant("a save that lost its race is believed")
              .breaks("a save takes effect only at the revision that was read")
              .edit(
                  APPLIER,
                  "changes.isEmpty() || store.save(after(changes.values()))",
                  "changes.isEmpty() || store.save(after(changes.values())) || !changes.isEmpty()")
              .killedBy("CountApplierTest#anotherOwnersSaveInBetweenIsReadAndBuiltUpon"));

  @TestFactory
  Stream<DynamicNode> everyMutantIsKilledByItsTest() {
    return new MutantSuite("io.longtail.stats", MUTANTS).tests();
  }
}
