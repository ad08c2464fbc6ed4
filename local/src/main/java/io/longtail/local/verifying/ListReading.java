package io.longtail.local.verifying;

import io.longtail.local.stored.StoredHead;
import java.util.List;
import java.util.Optional;

/**
 * One list as it was at one revision of its head.
 *
 * @param edges the listed ones, repeated ones repeated, in the order of the list
 * @param marks of the edges, in the same order; -1 where there is none
 * @param violations of the laws that a list can violate by itself, true at every moment
 * @param excess a bound that may be exceeded for a moment
 */
record ListReading(
    StoredHead head,
    Hashes edges,
    Longs marks,
    List<Violation> violations,
    Optional<Violation> excess) {}
