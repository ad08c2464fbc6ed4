package io.longtail.stats.counts;

import java.util.Optional;

/**
 * The outcome of a fold: the counts afterwards and what became of the records.
 *
 * @param applied records that moved a count on
 * @param repeats records that were known already
 * @param early records beyond a gap, kept only if they are the highest
 * @param bridge the gap that was given up, if one was
 */
public record Folded(
    UserCounts counts, int applied, int repeats, int early, Optional<Bridge> bridge) {

  /** The changes after {@code lastApplied} and before {@code sequence} never came. */
  public record Bridge(long lastApplied, long sequence) {}
}
