package io.longtail.followers.mutants;

import static io.longtail.service.mutants.Mutant.mutant;

import io.longtail.service.mutants.Mutant;
import io.longtail.service.mutants.MutantSuite;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Faults of the mechanism, most of them a rule of it left out. What is checked twice has a mutant
 * only with both checks gone.
 */
class MutantsTest {
  private static final String APPLIER = "FollowEventApplier.java";
  private static final String FOLLOWERS = "FollowersStep.java";
  private static final String FOLLOWING = "FollowingStep.java";
  private static final String QUESTIONS = "PageQuestions.java";
  private static final String LOOKUP = "PageLookup.java";
  private static final String UPKEEP_STEPS = "ListUpkeep.java";
  private static final String REPAIR = "ListRepair.java";
  private static final String BATCH = "EventBatch.java";
  private static final String READER = "ListReader.java";
  private static final String WINDOW = "PageWindow.java";
  private static final String EDGES = "EdgeLookup.java";
  private static final String HANDLER = "kafka/FollowEventsHandler.java";
  private static final String ASKS = "edgelist/Asks.java";
  private static final String STEP = "edgelist/Step.java";
  private static final String UPKEEP = "edgelist/Upkeep.java";
  private static final String OFFSETS = "edgelist/AppliedOffsets.java";

  private static final String DECIDING = "histories.DecidingHistoriesTest#";
  private static final String SAVING = "histories.SavingHistoriesTest#";
  private static final String PAGES = "histories.PageHistoriesTest#";
  private static final String REPAIRING = "histories.RepairHistoriesTest#";
  private static final String READING = "histories.ReadingHistoriesTest#";
  private static final String HANDLING = "kafka.FollowEventsHandlerTest#";

  private static final String PROGRESS_ADVANCE =
      "progress.advance(new LogPosition(identity.epoch(), partition.partition(), last));";

  private static final List<Mutant> DECISIONS =
      List.of(
          mutant("the watermark of the head is not looked at")
              .breaks("an event counts once, however often and however batched it is delivered")
              .edit(
                  ASKS,
                  "if (!head.applied().covers(ask.position())) { Boolean before",
                  "if (true) { Boolean before")
              .killedBy(DECIDING + "anEventCountsOnceHoweverTheLogIsBatchedAgain"),
          mutant("offsets of another log count as applied")
              .breaks("offsets of an earlier log count as nothing")
              .edit(
                  OFFSETS,
                  "position.epoch() == epoch && byPartition",
                  "position.epoch() >= epoch && byPartition")
              .killedBy("FollowEventApplierTest#aNewLogBeginsAtZeroUnderItsOwnEpoch"),
          mutant("a head of a later log does not cover an event of an earlier one")
              .breaks("a log is applied to its end before another is adopted")
              .edit(OFFSETS, "return position.epoch() < epoch ||", "return")
              .killedBy("edgelist.AppliedOffsetsTest#everythingOfAnEarlierLogIsCovered"),
          mutant("an earlier event of the batch is ignored")
              .breaks("the latest earlier event of the same edge in the batch tells first")
              .edit(
                  ASKS,
                  "Boolean before = memberNow.get(member); if (before == null)",
                  "Boolean before = null; if (before == null)")
              .killedBy(DECIDING + "anEventOfTheBatchCountsForTheNextOfItsEdge"),
          mutant("an earlier event of the batch is ignored if it was applied already")
              .breaks("… whether it was applied in this run or a former one")
              .edit(
                  ASKS,
                  "boolean first = askedBefore.add(ask.member());",
                  """
                  boolean first =
                      !head.applied().covers(ask.position()) && askedBefore.add(ask.member());
                  """)
              .edit(
                  ASKS,
                  "memberNow.put(member, wanted);",
                  "if (!head.applied().covers(ask.position())) { memberNow.put(member, wanted); }")
              .killedBy(DECIDING + "anEarlierEventOfTheEdgeCountsAlsoIfItWasAppliedLongAgo"),
          mutant("following again counts again")
              .breaks("an event that changes nothing changes no count")
              .edit(ASKS, "if (wanted && !before) {", "if (wanted) {")
              .killedBy(DECIDING + "followingAgainOrLeavingWhomOneDoesNotFollowChangesNoCount"),
          mutant("leaving whom one does not follow counts down")
              .breaks("an event that changes nothing changes no count")
              .edit(ASKS, "} else if (!wanted && before) {", "} else if (!wanted) {")
              .killedBy(
                  "FollowEventApplierTest#unfollowingWhomOneDoesNotFollowStoresZeroAndNeverLess"),
          mutant("a follower's head is believed that already has the event")
              .breaks("the asked head must stand before the event")
              .edit(
                  FOLLOWERS,
                  "if (followerHead.applied().covers(ask.position())) {",
                  "if (followerHead.applied().covers(ask.position()) && ask.member().isEmpty()) {")
              .killedBy(DECIDING + "aFollowersHeadThatHasTheEventAnswersNothing"),
          mutant("a second look at the head that passes over its watermark")
              .breaks(
                  "an answer from pages holds only if the head, read again, stands before the event")
              .edit(QUESTIONS, "&& !now.applied().covers(position);", ";")
              .killedBy(DECIDING + "aPageThatWasCompactedForALaterEventAnswersNothing"),
          mutant("a second look at the head that passes over its range")
              .breaks("… and its range has not moved")
              .edit(QUESTIONS, "now.firstPage() == head().firstPage() &&", "")
              .killedBy(DECIDING + "aPageThatIsWrittenLateBelowTheRangeAnswersNothing"),
          mutant("a page that is gone is an empty one")
              .breaks("a page that is missing shows that the head is outdated")
              .edit(QUESTIONS, "now.firstPage() == head().firstPage() &&", "")
              .edit(LOOKUP, "if (pages.size() != to - from) { return false; }", "")
              .killedBy(DECIDING + "aPageThatIsGoneAnswersNothing"),
          mutant("a second look at the head that wants the same revision")
              .breaks("other partitions may save the asked head meanwhile")
              .edit(
                  QUESTIONS,
                  "now.firstPage() == head().firstPage()",
                  "now.revision() == head().revision()")
              .killedBy(DECIDING + "aBusyFollowersHeadMayMoveOnWhileItsPagesAreRead"),
          mutant("heads of the next batch are read ahead")
              .breaks("a batch loads nothing before the one before it is done with")
              .edit(
                  APPLIER,
                  "private final ListUpkeep followingUpkeep;",
                  """
                  private final ListUpkeep followingUpkeep;
                  private final Map<String, Head> ahead = new java.util.HashMap<>();
                  """)
              .edit(
                  APPLIER,
                  """
                  Map<String, Head> followingHeads =
                      following.heads(events.asks(Side.FOLLOWING).keySet());
                  """,
                  """
                  following.heads(events.asks(Side.FOLLOWING).keySet()).forEach(ahead::putIfAbsent);
                  Map<String, Head> followingHeads = new java.util.HashMap<>(ahead);
                  followingHeads.keySet().retainAll(events.asks(Side.FOLLOWING).keySet());
                  """)
              .killedBy(DECIDING + "theHeadsOfABatchAreReadAfterTheBatchBeforeIt"),
          mutant("what the followees' side decided is not handed on")
              .breaks("the decision of the followees' side serves the followers' side")
              .edit(APPLIER, "decided.get().wasMember()", "Map.of()")
              .killedBy(DECIDING + "whatTheFolloweesSideDecidedNeedsNoPagesOfTheFollower"),
          mutant("what a follower's head cannot tell counts as not followed")
              .breaks("what nobody decided in this run is looked up in the follower's pages")
              .edit(
                  FOLLOWING,
                  "answers.put(ask.position().offset(), found.containsKey(ask.member()))",
                  "answers.put(ask.position().offset(), false)")
              .killedBy(DECIDING + "anUnfollowThatACrashKeptFromTheFollowersSideIsFoundInItsPages"),
          mutant("what a follower's head cannot tell counts as followed")
              .breaks("what nobody decided in this run is looked up in the follower's pages")
              .edit(
                  FOLLOWING,
                  "answers.put(ask.position().offset(), found.containsKey(ask.member()))",
                  "answers.put(ask.position().offset(), true)")
              .killedBy(DECIDING + "aFollowThatACrashKeptFromTheFollowersSideIsMissedInItsPages"));

  private static final List<Mutant> SAVES =
      List.of(
          mutant("changes are published after the save")
              .breaks("publish before save")
              .edit(
                  FOLLOWERS,
                  """
                  changes.publishChanges(changesOf(events, updates));
                  return followers.save(updates) ?
                  """,
                  """
                  boolean saved = followers.save(updates);
                  changes.publishChanges(changesOf(events, updates));
                  return saved ?
                  """)
              .killedBy(SAVING + "whatIsSavedHasBeenTold"),
          mutant("the following side is saved first")
              .breaks("all followees' heads are saved before any follower's")
              .edit(
                  APPLIER,
                  """
                  Optional<FollowersStep.Decided> decided =
                      followersStep.run(events, followersHeads, followingHeads);
                  if (decided.isPresent()) {
                    Map<String, Head> followingAfter =
                        followingStep.run(events, followingHeads, decided.get().wasMember(), races);
                  """,
                  """
                  Map<String, Head> followingAfter =
                      followingStep.run(events, followingHeads, Map.of(), races);
                  Optional<FollowersStep.Decided> decided =
                      followersStep.run(events, followersHeads, followingHeads);
                  if (decided.isPresent()) {
                  """)
              .killedBy(SAVING + "whereverACrashCutsTheSavesOfABatchTheRedeliverySettles"),
          mutant("a head is not saved when nothing changed")
              .breaks("every touched head is saved with its watermark, changed or not")
              .edit(
                  FOLLOWERS,
                  "updates.add(update);",
                  "if (!update.changes().isEmpty()) { updates.add(update); }")
              .killedBy(SAVING + "anEventThatChangesNothingIsSeenToBeApplied"),
          mutant("a lost save of the followees' side is believed")
              .breaks("a save takes effect only at the revision that was read")
              .edit(
                  FOLLOWERS,
                  "return followers.save(updates) ?",
                  "return followers.save(updates) || !updates.isEmpty() ?")
              .killedBy(SAVING + "aSaveOfTheFolloweesSideThatLostToASpillIsDoneAgain"),
          mutant("a lost save of the followers' side is believed")
              .breaks("a save takes effect only at the revision that was read")
              .edit(
                  FOLLOWING,
                  "return following.save(updates) ?",
                  "return following.save(updates) || !updates.isEmpty() ?")
              .killedBy(SAVING + "aSaveOfTheFollowersSideThatLostToAnotherPartitionIsDoneAgain"),
          mutant("a save does not move the revision on")
              .breaks("whoever read a head before a save loses to it")
              .edit(ASKS, "head.revision() + 1,", "Math.max(1, head.revision()),")
              .killedBy(SAVING + "aSaveOfTheFollowersSideThatLostToAnotherPartitionIsDoneAgain"),
          mutant("counts of untouched heads are not published in a redelivery")
              .breaks("following-counts for every head of the batch, also in a redelivery")
              .edit(FOLLOWING, "done.put(head.userId(), head); continue;", "continue;")
              .killedBy(SAVING + "aCountThatACrashKeptBackIsToldByTheRedelivery"),
          mutant("no upkeep of untouched heads in a redelivery")
              .breaks("a head is within its bounds when its batch is done")
              .edit(
                  FOLLOWERS,
                  "Map<String, Head> heads = new HashMap<>(followersHeads);",
                  "Map<String, Head> heads = new HashMap<>();")
              .killedBy(SAVING + "upkeepThatACrashKeptBackIsDoneByTheRedelivery"));

  private static final List<Mutant> UPKEEPS =
      List.of(
          mutant("a compaction goes through the pages that are there now")
              .breaks("a compaction stays within the range of its own head")
              .edit(
                  UPKEEP_STEPS,
                  "PageRewrite.run(lists, head, compact::rewritten)",
                  """
                  PageRewrite.run(
                      lists,
                      lists.heads(List.of(head.userId())).get(head.userId()),
                      compact::rewritten)
                  """)
              .killedBy(PAGES + "aLateCompactionTouchesNoPageBeyondTheRangeOfItsHead"),
          mutant("a spill does not compact first")
              .breaks("compact before a spill that contains a removed id")
              .edit(
                  UPKEEP,
                  "head.edges().first(spillable(head, settings)).containsAny(head.removedIds())",
                  "false")
              .killedBy(PAGES + "whoCameBackIsSpilledOnlyAfterTheOldEntryIsGone"),
          mutant("page numbers begin at 0 again after an unspill")
              .breaks("no page number is used twice")
              .edit(
                  STEP,
                  "head.rearranged(Edges.concat(parts), head.nextPage(), head.nextPage(), Set.of())",
                  "head.rearranged(Edges.concat(parts), 0, 0, Set.of())")
              .edit(
                  UPKEEP_STEPS,
                  """
                  Optional<Head> after = save(unspill.update(pages));
                  after.ifPresent(saved -> deleteBelow(saved, head));
                  """,
                  """
                  Optional<Head> after = save(unspill.update(pages));
                  after.ifPresent(
                      saved ->
                          lists.deletePages(head.userId(), head.firstPage(), head.nextPage()));
                  """)
              .killedBy(PAGES + "aLateDeleteHitsNoPageThatWasSpilledLater"),
          mutant("an unspilled list spills under its old page numbers again")
              .breaks("no page number is used twice: a reader may have the head of then")
              .edit(
                  STEP,
                  "head.rearranged(Edges.concat(parts), head.nextPage(), head.nextPage(), Set.of())",
                  "head.rearranged(Edges.concat(parts), 0, 0, Set.of())")
              .killedBy(READING + "aListIsNotReadFromAPageThatWasSpilledAfterAnUnspill"),
          mutant("pages are deleted before the head is saved")
              .breaks("a page in range is always there")
              .edit(
                  UPKEEP_STEPS,
                  "Optional<Head> after = save(unspill.update(pages));",
                  """
                  lists.deletePages(head.userId(), head.firstPage(), head.nextPage());
                  Optional<Head> after = save(unspill.update(pages));
                  """)
              .killedBy(PAGES + "pagesAreDeletedOnlyAfterTheHeadThatDoesNotShowThem"),
          mutant("a lost save of an unspill is believed")
              .breaks("a page in range is always there")
              .edit(
                  UPKEEP_STEPS,
                  "Optional<Head> after = save(unspill.update(pages));",
                  """
                  save(unspill.update(pages));
                  Optional<Head> after = Optional.of(unspill.update(pages).after());
                  """)
              .killedBy(PAGES + "anUnspillThatLostItsRaceDeletesNothing"),
          mutant("an unspill takes back who has left")
              .breaks("entries of removed ids in pages do not count")
              .edit(STEP, "page -> page.edges().without(head.removedIds())", "page -> page.edges()")
              .killedBy(PAGES + "anUnspillBringsNobodyBackWhoHasLeft"),
          mutant("a spill saves the head before it writes the page")
              .breaks("a page is written before the head that shows it")
              .edit(
                  UPKEEP_STEPS,
                  "Page page = spill.page(); if (!lists.insert(page)) {",
                  """
                  Page page = spill.page();
                  Optional<Head> saved = save(spill.update());
                  if (saved.isPresent() && !lists.insert(page)) {
                  """)
              .edit(UPKEEP_STEPS, "return save(spill.update());", "return saved;")
              .killedBy(PAGES + "aPageIsWrittenBeforeTheHeadThatShowsIt"),
          mutant("a page is replaced whatever it was spilled from")
              .breaks("a page is replaced only by a spill of a newer head")
              .edit(
                  STEP,
                  "return found.fromRevision() < page.fromRevision() ? Found.OLDER : Found.NEWER;",
                  "return Found.OLDER;")
              .killedBy(PAGES + "aLateSpillOfAnOlderHeadReplacesNoPage"),
          mutant("a page that a crash left is taken for the new one")
              .breaks("a page of an older head is replaced")
              .edit(
                  STEP,
                  "return found.fromRevision() < page.fromRevision() ? Found.OLDER : Found.NEWER;",
                  "return found.fromRevision() < page.fromRevision() ? Found.SAME : Found.NEWER;")
              .killedBy(PAGES + "aPageThatACrashLeftIsReplacedByTheNextSpill"),
          mutant("a page that a crash left is in the way for ever")
              .breaks("a page of an older head is replaced")
              .edit(
                  STEP,
                  "return found.fromRevision() < page.fromRevision() ? Found.OLDER : Found.NEWER;",
                  "return Found.NEWER;")
              .killedBy(PAGES + "aPageThatACrashLeftIsReplacedByTheNextSpill"),
          mutant("pages of one revision are not compared")
              .breaks("of pages from the same head the ids are compared")
              .edit(
                  STEP,
                  "return found.edges().equals(page.edges()) ? Found.SAME : Found.OTHER_SETTINGS;",
                  "return Found.SAME;")
              .killedBy(PAGES + "aPageOfTheSameHeadWithOtherMembersIsNotTakenForOnesOwn"),
          mutant("a page of the same head with other members is replaced at once")
              .breaks("… and the head is saved under its next revision first")
              .edit(
                  STEP,
                  "return found.edges().equals(page.edges()) ? Found.SAME : Found.OTHER_SETTINGS;",
                  "return found.edges().equals(page.edges()) ? Found.SAME : Found.OLDER;")
              .killedBy(PAGES + "aPageOfTheSameHeadIsReplacedOnlyAfterThatHeadHasMovedOn"));

  private static final List<Mutant> READS =
      List.of(
          mutant("readers take pages that were compacted for a later head")
              .breaks("an answer is the list at one revision")
              .edit(WINDOW, "|| found.get(0).compacted() > head.revision()", "")
              .killedBy(READING + "aListIsNotReadFromAPageThatWasCompactedForALaterHead"),
          mutant("a page that is missing counts as empty when a list is read")
              .breaks("an answer is the list at one revision")
              .edit(
                  WINDOW,
                  "List<Page> found = lists.pages(head.userId(), number, number + 1);",
                  """
                  List<Page> found = lists.pages(head.userId(), number, number + 1);
                  if (found.isEmpty()) {
                    return Optional.of(Edges.NONE);
                  }
                  """)
              .killedBy(READING + "aListIsNotReadWithoutAPageThatWasTakenBackIntoTheHead"),
          mutant("a compacted page does not say for which head")
              .breaks("an answer is the list at one revision")
              .edit(STEP, "Math.max(page.compacted(), head.revision())", "page.compacted()")
              .killedBy(READING + "aListIsNotReadFromAPageThatWasCompactedForALaterHead"),
          mutant("readers do not look at the head again")
              .breaks("an answer from pages holds only if their range is still the head's")
              .edit(WINDOW, "return now.firstPage() == head.firstPage();", "return true;")
              .killedBy(READING + "aListIsNotReadFromAPageThatIsWrittenLateBelowTheRange"),
          mutant("a cursor is an offset")
              .breaks("a walk goes on after a mark, whatever was removed or added since")
              .edit(
                  READER,
                  "Map<String, Found> found = new LinkedHashMap<>();",
                  """
                  int given = after.map(Place::mark).orElse(0L).intValue();
                  Map<String, Found> found = new LinkedHashMap<>();
                  """)
              .edit(
                  READER,
                  "newest(head, window, limit, after, found)",
                  "newest(head, window, given + limit, Optional.empty(), found)")
              .edit(
                  READER,
                  "oldest(head, window, limit, after, found)",
                  "oldest(head, window, given + limit, Optional.empty(), found)")
              .edit(
                  READER,
                  "return answer(head, List.copyOf(found.values()), limit);",
                  """
                  List<Found> all = List.copyOf(found.values());
                  int skipped = Math.min(given, all.size());
                  return answer(head, all.subList(skipped, all.size()), limit, given);
                  """)
              .edit(
                  READER,
                  "answer(Head head, List<Found> found, int limit) {",
                  "answer(Head head, List<Found> found, int limit, int given) {")
              .edit(
                  READER,
                  "new Place(last.item().mark(), last.page())",
                  "new Place(given + limit, last.page())")
              .killedBy(READING + "aWalkGoesOnAfterItsLastEdgeWhateverHappenedToThoseBeforeIt"),
          mutant("a membership is answered from what pages there are")
              .breaks("an answer about membership from pages, yes or no, is checked as well")
              .edit(
                  EDGES,
                  "return whole && current[0] && now.firstPage() == head.firstPage() ?",
                  "return whole | true ?")
              .killedBy(READING + "aMemberWhosePageIsTakenBackIntoTheHeadStaysAMember"),
          mutant("a membership is answered from pages compacted for a later head")
              .breaks("an answer about membership from pages, yes or no, is checked as well")
              .edit(EDGES, "current[0] &= page.compacted() <= head.revision();", "")
              .killedBy(READING + "aMemberWhosePageIsCompactedAndWhoIsInANewerOneStaysAMember"),
          mutant("a membership is answered without a second look at the head")
              .breaks("an answer about membership from pages, yes or no, is checked as well")
              .edit(EDGES, "&& now.firstPage() == head.firstPage() ?", "?")
              .killedBy(READING + "nobodyIsAMemberForAPageThatIsWrittenLateBelowTheRange"));

  private static final List<Mutant> REPAIRS =
      List.of(
          mutant("a sweep takes a page of the head that was just read")
              .breaks("at nextPage garbage is what has a fromRevision below that head")
              .edit(
                  REPAIR,
                  "lists.deleteOlder(head.userId(), head.nextPage(), head.revision());",
                  "lists.deleteOlder(head.userId(), head.nextPage(), head.revision() + 1);")
              .killedBy(REPAIRING + "aPageThatIsAboutToBeShownIsNotSwept"),
          mutant("a sweep takes the first page of the range")
              .breaks("below firstPage, and not at it, all is garbage")
              .edit(
                  REPAIR,
                  "lists.deletePages(head.userId(), 0, head.firstPage());",
                  "lists.deletePages(head.userId(), 0, head.firstPage() + 1);")
              .killedBy(REPAIRING + "aSweepTakesWhatIsBelowTheRangeAndNothingInIt"),
          mutant("a sweep leaves what is below the range")
              .breaks("below firstPage, and not at it, all is garbage")
              .edit(REPAIR, "lists.deletePages(head.userId(), 0, head.firstPage());", "")
              .killedBy(REPAIRING + "aSweepTakesWhatIsBelowTheRangeAndNothingInIt"),
          mutant("a repair does not look at the head again before it tells")
              .breaks("what is told was counted of one head")
              .edit(
                  REPAIR,
                  """
                  if (load(head.userId()).revision() != head.revision()) {
                    return Optional.empty();
                  }
                  """,
                  "")
              .killedBy(REPAIRING + "aCountIsToldOnlyOfAListThatStoodStillWhileItWasCounted"),
          mutant("a repair is told after the save")
              .breaks("publish before save")
              .edit(REPAIR, "tell.accept(rebuild.update(0, order.position()).after());", "")
              .edit(
                  REPAIR,
                  "return lists.save(List.of(update)) ?",
                  """
                  boolean saved = lists.save(List.of(update));
                  tell.accept(update.after());
                  return saved ?
                  """)
              .killedBy(REPAIRING + "aRepairThatIsSavedHasBeenTold"),
          mutant("a repair is done at each delivery")
              .breaks("an order of repair counts once, too")
              .edit(REPAIR, "if (head.applied().covers(order.position())) { return head; }", "")
              .killedBy("ListRepairTest#aRepairDeliveredAgainChangesNothing"),
          mutant("an event that is a repair asks the other side")
              .breaks("a repair takes nobody's word for what its own list holds")
              .edit(
                  FOLLOWERS,
                  "if (events.ownPagesOnly()) {",
                  "if (events.ownPagesOnly() && ask.member().isEmpty()) {")
              .killedBy("ListRepairTest#aGhostInAPageLeavesByAnUnfollowThatIsARepair"),
          mutant("an event that is a repair is applied with those before it")
              .breaks("a repair takes nobody's word for what its own list holds")
              .edit(BATCH, "&& last.accepts(event)", "")
              .killedBy(
                  "ListRepairTest"
                      + "#afterAnUnfollowOfAnotherCauseAnEventThatIsARepairStillLooksForItself"));

  private static final List<Mutant> BATCHES =
      List.of(
          mutant("progress is noted before the heads are saved")
              .breaks("what is noted as applied is applied")
              .edit(HANDLER, PROGRESS_ADVANCE, "")
              .edit(
                  HANDLER,
                  "FollowEventApplier.Result result = metrics.timed",
                  """
                  progress.advance(
                      new LogPosition(identity.epoch(), partition.partition(), next - 1));
                  FollowEventApplier.Result result = metrics.timed
                  """)
              .killedBy(HANDLING + "progressIsNotedWhenAllOfTheBatchIsSavedAndNotBefore"),
          mutant("progress is noted before the dead letters are confirmed")
              .breaks("what is noted as applied is in the dead letter topic, or applied")
              .edit(HANDLER, PROGRESS_ADVANCE, "")
              .edit(
                  HANDLER,
                  "bury(partition.partition(), refused);",
                  PROGRESS_ADVANCE + " bury(partition.partition(), refused);")
              .killedBy(HANDLING + "progressIsNotedWhenTheDeadLettersAreConfirmedAndNotBefore"));

  private static final List<Mutant> MUTANTS =
      Stream.of(DECISIONS, SAVES, UPKEEPS, REPAIRS, BATCHES, READS).flatMap(List::stream).toList();

  @TestFactory
  Stream<DynamicNode> everyMutantIsKilledByItsTest() {
    return new MutantSuite("io.longtail.followers", MUTANTS).tests();
  }
}
