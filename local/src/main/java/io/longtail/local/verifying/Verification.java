package io.longtail.local.verifying;

/**
 * What was found.
 *
 * @param lists that were read
 * @param edges listed on the side of the followers
 * @param drained whether everything had arrived everywhere: without it, the sides, the sequences
 *     and the counts of stats-service cannot be compared
 * @param unread lists that were written to all the time while they were read
 * @param garbagePages out of the range of their list: invisible, to be swept, no violation
 */
public record Verification(
    long lists,
    long edges,
    boolean drained,
    long unread,
    long garbagePages,
    Violations violations) {}
