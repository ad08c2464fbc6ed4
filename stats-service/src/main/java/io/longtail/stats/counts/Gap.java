package io.longtail.stats.counts;

import java.time.Instant;

/**
 * Changes that were not seen although a later one was: a resend should be under way.
 *
 * @param sequence the highest sequence seen beyond the gap
 * @param count the count that it carried
 * @param since when the change that is missing first was found missing
 */
public record Gap(long sequence, long count, Instant since) {
  /** Keeps the highest record beyond the gap. */
  Gap seen(long otherSequence, long otherCount) {
    return otherSequence > sequence ? new Gap(otherSequence, otherCount, since) : this;
  }
}
