package io.longtail.local.verifying;

/**
 * What was found.
 *
 * @param lists that were read
 * @param edges listed on the side of the followers
 * @param drained whether everything had arrived everywhere: without it, the sides and the counts of
 *     stats-service cannot be compared
 * @param unread lists that were written to all the time while they were read
 */
public record Verification(
    long lists, long edges, boolean drained, long unread, Violations violations) {}
