package io.longtail.followers;

import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.events.FollowerId;
import io.longtail.followers.PageQuestions.Question;
import io.longtail.followers.edgelist.Ask;
import io.longtail.followers.edgelist.Ask.Wish;
import io.longtail.followers.edgelist.Asks;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import io.longtail.followers.edgelist.ListChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The first half of a batch: decides every event against the followee's list, publishes what
 * changes, then saves. Published before saved: after a crash in between, the same changes are
 * published again under the same sequences, since the head is still the old one.
 */
final class FollowersStep {
  private final EdgeLists followers;
  private final EdgeLists following;
  private final ChangePublisher changes;

  FollowersStep(EdgeLists followers, EdgeLists following, ChangePublisher changes) {
    this.followers = followers;
    this.following = following;
    this.changes = changes;
  }

  /** What was decided in this run: by offset, whether the follower was one right before. */
  record Decided(Map<Long, Boolean> wasMember, Map<String, Head> heads) {}

  /** Empty if a head turned out to be outdated: both sides are to be loaded again. */
  Optional<Decided> run(
      EdgeEvents events, Map<String, Head> followersHeads, Map<String, Head> followingHeads) {
    Optional<Map<Long, Boolean>> answers = answers(events, followersHeads, followingHeads);
    if (answers.isEmpty()) {
      return Optional.empty();
    }
    List<HeadUpdate> updates = new ArrayList<>();
    Map<String, Head> heads = new HashMap<>(followersHeads);
    Map<Long, Boolean> wasMember = new HashMap<>();
    events
        .asks(Side.FOLLOWERS)
        .forEach(
            (followee, asks) -> {
              Head head = followersHeads.get(followee);
              if (!Asks.areCovered(head, asks)) {
                HeadUpdate update =
                    Asks.apply(head, asks, ask -> answers.get().get(ask.position().offset()));
                updates.add(update);
                heads.put(followee, update.after());
                remember(update, asks, wasMember);
              }
            });
    changes.publishChanges(changesOf(events, updates));
    return followers.save(updates) ? Optional.of(new Decided(wasMember, heads)) : Optional.empty();
  }

  private static void remember(HeadUpdate update, List<Ask> asks, Map<Long, Boolean> wasMember) {
    Set<Long> changing = new HashSet<>();
    update.changes().forEach(change -> changing.add(change.ask().position().offset()));
    for (Ask ask : asks) {
      if (!update.before().applied().covers(ask.position())) {
        long offset = ask.position().offset();
        wasMember.put(offset, (ask.wish() == Wish.OUT) == changing.contains(offset));
      }
    }
  }

  /** Answers for what the followees' heads cannot tell, by offset. Empty: load again. */
  private Optional<Map<Long, Boolean>> answers(
      EdgeEvents events, Map<String, Head> followersHeads, Map<String, Head> followingHeads) {
    Map<Long, Boolean> answers = new HashMap<>();
    List<Question> questions = new ArrayList<>();
    for (Map.Entry<String, List<Ask>> list : events.asks(Side.FOLLOWERS).entrySet()) {
      Head followeeHead = followersHeads.get(list.getKey());
      for (Ask ask : Asks.open(followeeHead, list.getValue())) {
        Head followerHead = followingHeads.get(ask.member());
        if (events.ownPagesOnly()) {
          questions.add(Question.toFollowee(ask.position(), followeeHead, followerHead));
          continue;
        }
        if (followerHead.applied().covers(ask.position())) {
          // The short side is saved after this one: this head is older than what it had then.
          return Optional.empty();
        }
        switch (followerHead.membershipOf(followeeHead.userId())) {
          case MEMBER -> answers.put(ask.position().offset(), true);
          case NOT_MEMBER -> answers.put(ask.position().offset(), false);
          case PERHAPS_IN_PAGES ->
              questions.add(Question.toShorter(ask.position(), followeeHead, followerHead));
        }
      }
    }
    if (questions.isEmpty()) {
      return Optional.of(answers);
    }
    return new PageQuestions(followers, following)
        .ask(questions)
        .map(
            fromPages -> {
              answers.putAll(fromPages);
              return answers;
            });
  }

  private static List<FollowerChange> changesOf(EdgeEvents events, List<HeadUpdate> updates) {
    List<FollowerChange> published = new ArrayList<>();
    for (HeadUpdate update : updates) {
      FolloweeId followee = new FolloweeId(update.after().userId());
      for (ListChange change : update.changes()) {
        published.add(changeOf(events, followee, change));
      }
    }
    return published;
  }

  private static FollowerChange changeOf(
      EdgeEvents events, FolloweeId followee, ListChange change) {
    Ask ask = change.ask();
    FollowerId follower = new FollowerId(ask.member());
    Instant occurredAt = Instant.ofEpochMilli(ask.occurredAtMillis());
    return ask.wish() == Wish.IN
        ? new FollowerAdded(
            followee,
            follower,
            change.sequence(),
            change.count(),
            occurredAt,
            events.cause(ask.position()))
        : new FollowerRemoved(
            followee,
            follower,
            change.sequence(),
            change.count(),
            occurredAt,
            events.cause(ask.position()));
  }
}
