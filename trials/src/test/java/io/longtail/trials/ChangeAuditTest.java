package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.FollowEvent.Unfollow;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerChange;
import io.longtail.events.FollowerChange.FollowerAdded;
import io.longtail.events.FollowerChange.FollowerRemoved;
import io.longtail.events.FollowerId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangeAuditTest {
  private static final FolloweeId X = new FolloweeId("x");

  private final ChangeAudit audit = new ChangeAudit();
  private final GraphModel model = new GraphModel();

  @Test
  void changesThatAreThoseOfTheLogPassAlsoWhenTheyAreSentAgain() {
    follow("a");
    follow("b");
    unfollow("a");
    audit.add(added("a", 1, 1));
    // The second was taken by the broker before the first one: both are sent again.
    audit.add(removed("a", 3, 1));
    audit.add(added("b", 2, 2));
    audit.add(removed("a", 3, 1));
    audit.add(added("a", 1, 1));

    assertThatCode(() -> audit.assertEquals(model)).doesNotThrowAnyException();
    assertThat(audit.records()).isEqualTo(5);
    assertThat(audit.changes()).isEqualTo(3);
  }

  @Test
  void aChangeThatIsMissingFails() {
    follow("a");
    follow("b");
    audit.add(added("b", 2, 2));

    assertThatThrownBy(() -> audit.assertEquals(model)).isInstanceOf(AssertionError.class);
  }

  @Test
  void aGapThatNoResendFillsInOrderFails() {
    follow("a");
    follow("b");
    audit.add(added("b", 2, 2));
    audit.add(added("a", 1, 1));

    assertThatThrownBy(() -> audit.assertEquals(model)).isInstanceOf(AssertionError.class);
  }

  @Test
  void aSequenceWithTwoContentsFails() {
    audit.add(added("a", 1, 1));

    assertThatThrownBy(() -> audit.add(added("b", 1, 1))).isInstanceOf(AssertionError.class);
  }

  @Test
  void aChangeThatNobodyAskedForFails() {
    follow("a");
    audit.add(added("a", 1, 1));
    audit.add(removed("a", 2, 0));

    assertThatThrownBy(() -> audit.assertEquals(model)).isInstanceOf(AssertionError.class);
  }

  @Test
  void aChangeOfSomebodyWhoIsInNoEventFails() {
    audit.add(added("a", 1, 1));

    assertThatThrownBy(() -> audit.assertEquals(model)).isInstanceOf(AssertionError.class);
  }

  @Test
  void aWrongCountFails() {
    follow("a");
    audit.add(added("a", 1, 2));

    assertThatThrownBy(() -> audit.assertEquals(model)).isInstanceOf(AssertionError.class);
  }

  private void follow(String follower) {
    model.apply(new Follow(edge(follower), Optional.empty(), Cause.USER));
  }

  private void unfollow(String follower) {
    model.apply(new Unfollow(edge(follower), Optional.empty(), Cause.USER));
  }

  private static Edge edge(String follower) {
    return new Edge(new FollowerId(follower), X);
  }

  private static FollowerChange added(String follower, long sequence, long count) {
    return new FollowerAdded(
        X, new FollowerId(follower), sequence, count, Instant.EPOCH, Cause.USER);
  }

  private static FollowerChange removed(String follower, long sequence, long count) {
    return new FollowerRemoved(
        X, new FollowerId(follower), sequence, count, Instant.EPOCH, Cause.USER);
  }
}
