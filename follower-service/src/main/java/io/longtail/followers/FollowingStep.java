package io.longtail.followers;

import io.longtail.followers.edgelist.Ask;
import io.longtail.followers.edgelist.Asks;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The second half of a batch: the same events in the followers' own lists of following, only after
 * every list of followers is saved. Other partitions save these heads too, so losing a race is
 * everyday: only the lists that lost are done again.
 */
final class FollowingStep {
  private final EdgeLists following;

  FollowingStep(EdgeLists following) {
    this.following = following;
  }

  /**
   * @param loaded the heads of all followers in the batch
   * @param decided by offset, whether the followee was followed right before: decided when the
   *     other side was saved in this run
   * @return the heads of all followers in the batch with the batch applied
   */
  Map<String, Head> run(
      EdgeEvents events, Map<String, Head> loaded, Map<Long, Boolean> decided, Races races) {
    Map<Long, Boolean> answers = events.ownPagesOnly() ? Map.of() : decided;
    Map<String, Head> done = new HashMap<>();
    Map<String, Head> pending = loaded;
    while (true) {
      Optional<Map<String, Head>> applied = attempt(events, pending, answers, done);
      if (applied.isPresent()) {
        done.putAll(applied.get());
        return done;
      }
      races.lost("following side of partition " + events.partition());
      Set<String> left = new HashSet<>(pending.keySet());
      left.removeAll(done.keySet());
      pending = following.heads(left);
    }
  }

  /** The pending lists with the batch applied and saved; those that had it go to {@code done}. */
  private Optional<Map<String, Head>> attempt(
      EdgeEvents events,
      Map<String, Head> pending,
      Map<Long, Boolean> decided,
      Map<String, Head> done) {
    List<HeadUpdate> updates = new ArrayList<>();
    Map<String, Head> after = new HashMap<>();
    for (Head head : pending.values()) {
      List<Ask> asks = events.asks(Side.FOLLOWING).get(head.userId());
      if (Asks.areCovered(head, asks)) {
        done.put(head.userId(), head);
        continue;
      }
      Optional<Map<Long, Boolean>> fromPages = fromPages(head, asks, decided);
      if (fromPages.isEmpty()) {
        return Optional.empty();
      }
      HeadUpdate update =
          Asks.apply(
              head,
              asks,
              ask -> {
                Boolean answer = decided.get(ask.position().offset());
                return answer != null ? answer : fromPages.get().get(ask.position().offset());
              });
      updates.add(update);
      after.put(head.userId(), update.after());
    }
    return following.save(updates) ? Optional.of(after) : Optional.empty();
  }

  /**
   * Answers from this list's own pages for what nobody decided in this run; the save proves them.
   */
  private Optional<Map<Long, Boolean>> fromPages(
      Head head, List<Ask> asks, Map<Long, Boolean> decided) {
    List<Ask> open =
        Asks.open(head, asks).stream()
            .filter(ask -> !decided.containsKey(ask.position().offset()))
            .toList();
    if (open.isEmpty()) {
      return Optional.of(Map.of());
    }
    Set<String> wanted = new HashSet<>();
    open.forEach(ask -> wanted.add(ask.member()));
    return PageLookup.find(following, head, wanted)
        .map(
            found -> {
              Map<Long, Boolean> answers = new HashMap<>();
              open.forEach(
                  ask -> answers.put(ask.position().offset(), found.containsKey(ask.member())));
              return answers;
            });
  }
}
