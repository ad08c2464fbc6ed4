package io.longtail.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.users.profile.Handle;
import io.longtail.users.profile.Profile.Person;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FollowRequesterTest {
  private final InMemoryUsers users = new InMemoryUsers();
  private final List<FollowEvent> log = new ArrayList<>();
  private final FollowRequester requester =
      new FollowRequester(
          users,
          event -> {
            log.add(event);
            return CompletableFuture.completedFuture(new Position(3, log.size() - 1));
          });

  @Test
  void aFollowBetweenUsersGoesIntoTheLog() {
    register("ada");
    register("grace");

    Position position = requester.follow(edge("ada", "grace")).toCompletableFuture().join();

    assertThat(position).hasToString("3:0");
    assertThat(log).containsExactly(new Follow(edge("ada", "grace"), Optional.empty(), Cause.USER));
  }

  @Test
  void anUnknownFollowerIsNamed() {
    register("grace");

    assertThatThrownBy(() -> requester.follow(edge("ada", "grace")))
        .isInstanceOf(UnknownUserException.class)
        .hasMessage("there is no user ada");
    assertThat(log).isEmpty();
  }

  @Test
  void anUnknownFolloweeIsNamed() {
    register("ada");

    assertThatThrownBy(() -> requester.follow(edge("ada", "grace")))
        .isInstanceOf(UnknownUserException.class)
        .hasMessage("there is no user grace");
    assertThat(log).isEmpty();
  }

  @Test
  void anUnfollowNeedsNoUsers() {
    requester.unfollow(edge("ada", "grace"));

    assertThat(log)
        .containsExactly(new Unfollow(edge("ada", "grace"), Optional.empty(), Cause.USER));
  }

  private void register(String id) {
    users.add(
        new User(
            new UserId(id),
            new Handle(id),
            new Person("Ada", "Lovelace"),
            Instant.EPOCH,
            Counts.noneAsOf(Instant.EPOCH)));
  }

  private static Edge edge(String follower, String followee) {
    return new Edge(new FollowerId(follower), new FolloweeId(followee));
  }
}
