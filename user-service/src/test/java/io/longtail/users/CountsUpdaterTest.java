package io.longtail.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.UserStats;
import io.longtail.users.profile.Handle;
import io.longtail.users.profile.Profile.Person;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CountsUpdaterTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final InMemoryUsers users = new InMemoryUsers();
  private final FakeTime time = new FakeTime();
  private final CountingStore store = new CountingStore();
  private final WritePace pace =
      new WritePace(Duration.ofSeconds(1), Duration.ofSeconds(2), 100, time);
  private final CountsUpdater updater = new CountsUpdater(store, users, pace);

  @Test
  void theNewestOfABatchIsKept() {
    register("u-1");

    updater.update(List.of(stats("u-1", 3), stats("u-1", 9), stats("u-1", 5)));

    assertThat(revisionOf("u-1")).isEqualTo(9);
    assertThat(users.countWrites).isEqualTo(Map.of(new UserId("u-1"), 1));
  }

  @Test
  void olderCountsChangeNothing() {
    register("u-1");
    updater.update(List.of(stats("u-1", 9)));

    updater.update(List.of(stats("u-1", 5)));

    assertThat(revisionOf("u-1")).isEqualTo(9);
  }

  @Test
  void countsOfAnIdThatIsNoUserAreKept() {
    updater.update(List.of(stats("stranger", 9)));

    assertThat(store.find(new UserId("stranger"))).map(Counts::revision).contains(9L);
  }

  @Test
  void anEmptyBatchWritesNothing() {
    updater.update(List.of());

    assertThat(store.writes).isEmpty();
  }

  @Test
  void aHotUserIsWrittenOncePerSecondAndEndsUpRight() {
    register("celebrity");
    long start = time.nanos();

    for (int i = 1; i <= 1_000; i++) {
      time.pass(Duration.ofMillis(10)); // between two batches
      updater.update(List.of(stats("celebrity", i)));
    }

    long seconds = Duration.ofNanos(time.nanos() - start).toSeconds();
    assertThat(users.countWrites.get(new UserId("celebrity")).longValue())
        .isLessThanOrEqualTo(seconds + 1);
    assertThat(revisionOf("celebrity")).isEqualTo(1_000);
  }

  @Test
  void aHotUserDoesNotHoldUpTheOthersOfItsBatch() {
    register("celebrity");
    register("u-1");
    updater.update(List.of(stats("celebrity", 1)));
    long start = time.nanos();

    updater.update(List.of(stats("celebrity", 2), stats("u-1", 1)));

    assertThat(store.writes.get(1)).isEqualTo(new Write(start, 1));
    assertThat(store.writes.get(2))
        .isEqualTo(new Write(start + Duration.ofSeconds(1).toNanos(), 1));
  }

  @Test
  void afterAWriteItRestsThreeTimesAsLong() {
    store.duration = Duration.ofMillis(100);
    updater.update(List.of(stats("u-1", 1)));
    long end = time.nanos();

    updater.update(List.of(stats("u-2", 1)));

    assertThat(store.writes.get(1).nanos()).isEqualTo(end + Duration.ofMillis(300).toNanos());
  }

  @Test
  void aRestHasALimit() {
    store.duration = Duration.ofSeconds(10);
    updater.update(List.of(stats("u-1", 1)));
    long end = time.nanos();

    updater.update(List.of(stats("u-2", 1)));

    assertThat(store.writes.get(1).nanos()).isEqualTo(end + Duration.ofSeconds(2).toNanos());
  }

  @Test
  void whatItRemembersHasALimit() {
    List<UserStats> many = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      many.add(stats("u-" + i, 1));
    }
    updater.update(many);

    long remembered = many.stream().filter(x -> isEarly(x.userId())).count();

    assertThat(remembered).isEqualTo(100);
  }

  private boolean isEarly(String id) {
    return !pace.early(Set.of(new UserId(id))).isEmpty();
  }

  private record Write(long nanos, int users) {}

  private final class CountingStore implements CountsStore {
    private final InMemoryCountsStore store = new InMemoryCountsStore();
    private final List<Write> writes = new ArrayList<>();
    private Duration duration = Duration.ZERO;

    @Override
    public Optional<Counts> find(UserId id) {
      return store.find(id);
    }

    @Override
    public void keepNewest(Map<UserId, Counts> counts) {
      writes.add(new Write(time.nanos(), counts.size()));
      time.pass(duration);
      store.keepNewest(counts);
    }
  }

  private void register(String id) {
    users.add(
        new User(
            new UserId(id),
            new Handle("h"),
            new Person("Ada", "Lovelace"),
            NOW,
            Counts.noneAsOf(NOW)));
  }

  private long revisionOf(String id) {
    return users.find(new UserId(id)).orElseThrow().counts().revision();
  }

  private static UserStats stats(String id, long revision) {
    return new UserStats(id, revision * 10, 1, revision, NOW);
  }
}
