package io.longtail.followers;

import io.longtail.events.Cause;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerCountCorrected;
import io.longtail.events.FollowerId;
import io.longtail.events.FollowingCount;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Applies a batch of one partition to the lists of both sides: load, decide, publish, save; then
 * the other side; then upkeep. Whatever happens in between, applying the batch again ends in the
 * same lists, since each head knows up to which offset it has the log.
 *
 * <p>Batches of one partition come strictly one after another; of different partitions, at once.
 * Any exception means: apply the same batch, or one that begins with it, again.
 */
public final class FollowEventApplier {
  private final EdgeLists followers;
  private final EdgeLists following;
  private final ChangePublisher changes;
  private final Pacing pacing;
  private final FollowersStep followersStep;
  private final FollowingStep followingStep;
  private final ListUpkeep followersUpkeep;
  private final ListUpkeep followingUpkeep;
  private final ListRepair followersRepair;
  private final ListRepair followingRepair;

  public FollowEventApplier(
      EdgeLists followers, EdgeLists following, ChangePublisher changes, ListSettings settings) {
    this(followers, following, changes, settings, Pacing.REAL);
  }

  public FollowEventApplier(
      EdgeLists followers,
      EdgeLists following,
      ChangePublisher changes,
      ListSettings settings,
      Pacing pacing) {
    this.followers = followers;
    this.following = following;
    this.changes = changes;
    this.pacing = pacing;
    this.followersStep = new FollowersStep(followers, following, changes);
    this.followingStep = new FollowingStep(following);
    this.followersUpkeep = new ListUpkeep(followers, settings);
    this.followingUpkeep = new ListUpkeep(following, settings);
    this.followersRepair = new ListRepair(followers);
    this.followingRepair = new ListRepair(following);
  }

  /** How a batch ended. */
  public enum Result {
    APPLIED,
    /** A list has already been applied from a later log of the same name: this one is history. */
    DROPPED_OLD_EPOCH
  }

  public Result apply(EventBatch batch) {
    for (EventBatch.Part part : batch.parts()) {
      Result result =
          part instanceof RepairOrder order
              ? repair(order)
              : apply(batch.epoch(), (EdgeEvents) part);
      if (result == Result.DROPPED_OLD_EPOCH) {
        return result;
      }
    }
    return Result.APPLIED;
  }

  private Result apply(long epoch, EdgeEvents events) {
    Races races = new Races(pacing);
    while (true) {
      // One read a side. Not before the last batch of this partition is done with: heads loaded
      // earlier would be behind it and publish changes that are none.
      Map<String, Head> followersHeads = followers.heads(events.asks(Side.FOLLOWERS).keySet());
      Map<String, Head> followingHeads = following.heads(events.asks(Side.FOLLOWING).keySet());
      if (isOld(epoch, followersHeads.values()) || isOld(epoch, followingHeads.values())) {
        return Result.DROPPED_OLD_EPOCH;
      }
      Optional<FollowersStep.Decided> decided =
          followersStep.run(events, followersHeads, followingHeads);
      if (decided.isPresent()) {
        Map<String, Head> followingAfter =
            followingStep.run(events, followingHeads, decided.get().wasMember(), races);
        changes.publishCounts(countsOf(followingAfter.values()));
        decided.get().heads().values().forEach(head -> followersUpkeep.run(head, races));
        followingAfter.values().forEach(head -> followingUpkeep.run(head, races));
        return Result.APPLIED;
      }
      races.lost("followers side of partition " + events.partition());
    }
  }

  private Result repair(RepairOrder order) {
    Set<String> user = Set.of(order.userId());
    if (isOld(order.position().epoch(), followers.heads(user).values())
        || isOld(order.position().epoch(), following.heads(user).values())) {
      return Result.DROPPED_OLD_EPOCH;
    }
    Races races = new Races(pacing);
    Head followersAfter =
        followersRepair.run(
            order, rebuilt -> changes.publishChanges(List.of(correction(rebuilt, order))), races);
    Head followingAfter = followingRepair.run(order, rebuilt -> {}, races);
    changes.publishCounts(countsOf(List.of(followingAfter)));
    followersUpkeep.run(followersAfter, races);
    followingUpkeep.run(followingAfter, races);
    return Result.APPLIED;
  }

  private static FollowerChange correction(Head rebuilt, RepairOrder order) {
    return new FollowerCountCorrected(
        new FolloweeId(rebuilt.userId()),
        rebuilt.sequence(),
        rebuilt.count(),
        order.at(),
        Cause.REPAIR);
  }

  private static boolean isOld(long epoch, Collection<Head> heads) {
    return heads.stream().anyMatch(head -> head.applied().epoch() > epoch);
  }

  // Also of heads that had the batch already: the run that saved them may not have got to tell.
  private static List<FollowingCount> countsOf(Collection<Head> heads) {
    List<FollowingCount> counts = new ArrayList<>(heads.size());
    for (Head head : heads) {
      counts.add(new FollowingCount(new FollowerId(head.userId()), head.count(), head.sequence()));
    }
    return counts;
  }
}
