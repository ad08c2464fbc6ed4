package io.longtail.local.verifying;

/**
 * What was found.
 *
 * @param lists that were read
 * @param edges listed on the side of the followers
 * @param drained whether everything had arrived everywhere: without it, the sides, the sequences
 *     and the counts of stats-service cannot be compared
 * @param unread lists that were written to all the time while they were read
 * @param notLookedAtAgain differences that may only have been on their way, and were too many to be
 *     looked at again
 * @param notReplayed lists too long to be compared with the log in this much memory
 * @param garbagePages out of the range of their list: invisible, to be swept, no violation
 */
public record Verification(
    long lists,
    long edges,
    boolean drained,
    long unread,
    long notLookedAtAgain,
    long notReplayed,
    long garbagePages,
    Violations violations) {

  /** What may be a violation or none, apart from what had not arrived. */
  public long notJudged() {
    return unread + notLookedAtAgain + notReplayed;
  }
}
