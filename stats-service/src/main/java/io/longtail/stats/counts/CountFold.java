package io.longtail.stats.counts;

import io.longtail.stats.counts.CountRecord.FollowerCountAt;
import io.longtail.stats.counts.CountRecord.FollowingCountAt;
import io.longtail.stats.counts.Folded.Bridge;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Folds records into the counts of one user. The end is the same however the records are batched,
 * repeated or sent again.
 *
 * <p>Of the follower changes exactly the next one is applied. A lower one is a repeat. A higher one
 * shows a gap: the publisher lost a record, let later ones through and sends all of them again. The
 * highest is remembered, and taken when the changes before it have come. If they do not come for
 * {@code bridgeAfter}, its count is taken as it is: it is absolute.
 */
public final class CountFold {
  private final Duration bridgeAfter;

  public CountFold(Duration bridgeAfter) {
    if (bridgeAfter.isNegative()) {
      throw new IllegalArgumentException("bridgeAfter must not be negative");
    }
    this.bridgeAfter = bridgeAfter;
  }

  public Folded fold(UserCounts before, List<CountRecord> records, Instant now) {
    Folding folding = new Folding(before);
    for (CountRecord record : records) {
      if (record instanceof FollowerCountAt change) {
        folding.take(change, now);
      } else if (record instanceof FollowingCountAt state) {
        folding.take(state);
      }
    }
    // Only now: a gap may be overdue because nobody was here to read the resend that follows it.
    folding.bridge(now.minus(bridgeAfter));
    return folding.result();
  }

  private static final class Folding {
    private UserCounts counts;
    private int applied;
    private int repeats;
    private int early;
    private Optional<Bridge> bridge = Optional.empty();

    Folding(UserCounts before) {
      this.counts = before;
    }

    void take(FollowingCountAt state) {
      if (state.sequence() > counts.followingSequence()) {
        counts = counts.withFollowing(state.sequence(), state.count());
        applied++;
      } else {
        repeats++;
      }
    }

    void take(FollowerCountAt change, Instant now) {
      long last = counts.followerSequence();
      if (change.sequence() <= last) {
        repeats++;
      } else if (last == 0 || change.sequence() == last + 1) {
        counts = counts.withFollowers(change.sequence(), change.count());
        applied++;
        counts.gap().ifPresent(gap -> narrow(gap, now));
      } else {
        Gap fresh = new Gap(change.sequence(), change.count(), now);
        Gap gap = counts.gap().map(g -> g.seen(change.sequence(), change.count())).orElse(fresh);
        counts = counts.withGap(Optional.of(gap));
        early++;
      }
    }

    /** The first of the missing changes came. */
    private void narrow(Gap gap, Instant now) {
      if (gap.sequence() == counts.followerSequence() + 1) {
        counts = counts.withFollowers(gap.sequence(), gap.count());
      }
      // Where more is missing, it is another change, and the resend is alive: new time.
      counts =
          counts.withGap(
              gap.sequence() <= counts.followerSequence()
                  ? Optional.empty()
                  : Optional.of(new Gap(gap.sequence(), gap.count(), now)));
    }

    void bridge(Instant openSinceOrBefore) {
      counts
          .gap()
          .filter(gap -> !gap.since().isAfter(openSinceOrBefore))
          .ifPresent(
              gap -> {
                bridge = Optional.of(new Bridge(counts.followerSequence(), gap.sequence()));
                counts =
                    counts.withFollowers(gap.sequence(), gap.count()).withGap(Optional.empty());
              });
    }

    Folded result() {
      return new Folded(counts, applied, repeats, early, bridge);
    }
  }
}
