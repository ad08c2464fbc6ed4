package io.longtail.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.UserStats;
import io.longtail.users.Registration.HandleTaken;
import io.longtail.users.Registration.IdTaken;
import io.longtail.users.Registration.Registered;
import io.longtail.users.profile.Handle;
import io.longtail.users.profile.Profile.Person;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class UserRegistrarTest {
  private static final int SEEDS = 2_000;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final ExecutorService THREADS = Interleaving.threads();

  private final InMemoryUsers users = new InMemoryUsers();
  private final InMemoryHandleClaims claims = new InMemoryHandleClaims();
  private final InMemoryCountsStore counts = new InMemoryCountsStore();
  private final UserRegistrar registrar = registrarAt(NOW);

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
  }

  @Test
  void aUserIsThereUnderItsIdAndItsHandle() {
    Registration registration = registrar.register(person("u-1", "Ada"));

    User user = ((Registered) registration).user();
    UserFinder finder = new UserFinder(users, claims);
    assertThat(finder.byId(new UserId("u-1"))).contains(user);
    assertThat(finder.byHandle(new Handle("aDA"))).contains(user);
    assertThat(user.counts()).isEqualTo(Counts.noneAsOf(NOW));
  }

  @Test
  void askingForTheSameAgainGivesTheSame() {
    Registration first = registrar.register(person("u-1", "Ada"));

    Registration second = registrarAt(NOW.plusSeconds(100)).register(person("u-1", "Ada"));

    assertThat(second).isEqualTo(first);
  }

  @Test
  void aHandleIsTakenInAnyCase() {
    registrar.register(person("u-1", "Ada"));

    assertThat(registrar.register(person("u-2", "aDA"))).isEqualTo(new HandleTaken());
    assertThat(users.find(new UserId("u-2"))).isEmpty();
  }

  @Test
  void aHandleStaysTakenWhenItsClaimIsOld() {
    registrar.register(person("u-1", "Ada"));

    assertThat(registrarAt(NOW.plusSeconds(1_000)).register(person("u-2", "Ada")))
        .isEqualTo(new HandleTaken());
  }

  @Test
  void anIdIsTakenByAnotherUserAndTheHandleIsFreeAgain() {
    registrar.register(person("u-1", "Ada"));

    assertThat(registrar.register(person("u-1", "Grace"))).isEqualTo(new IdTaken());
    assertThat(registrar.register(person("u-2", "Grace"))).isInstanceOf(Registered.class);
  }

  @Test
  void theSameIdAndHandleWithAnotherNameIsAnotherUser() {
    registrar.register(person("u-1", "Ada"));
    NewUser other =
        new NewUser(new UserId("u-1"), new Handle("Ada"), new Person("Augusta", "King"));

    assertThat(registrar.register(other)).isEqualTo(new IdTaken());
    assertThat(new UserFinder(users, claims).byHandle(new Handle("ada"))).isPresent();
  }

  @Test
  void aClaimWithoutAUserIsNoUser() {
    claims.add(claim("ada", "u-1"));

    assertThat(new UserFinder(users, claims).byHandle(new Handle("ada"))).isEmpty();
  }

  @Test
  void aYoungClaimWithoutAUserIsLeftAlone() {
    claims.add(claim("ada", "u-1"));

    assertThat(registrarAt(NOW.plus(MINUTE).minusMillis(1)).register(person("u-2", "Ada")))
        .isEqualTo(new HandleTaken());
  }

  @Test
  void anOldClaimWithoutAUserIsTakenOver() {
    claims.add(claim("ada", "u-1"));

    assertThat(registrarAt(NOW.plus(MINUTE)).register(person("u-2", "Ada")))
        .isInstanceOf(Registered.class);
    assertThat(new UserFinder(users, claims).byHandle(new Handle("ada")))
        .map(User::id)
        .contains(new UserId("u-2"));
  }

  @Test
  void whoLostItsClaimCanStillRegisterWithAnotherHandle() {
    claims.add(claim("ada", "u-1"));
    registrarAt(NOW.plus(MINUTE)).register(person("u-2", "Ada"));

    assertThat(registrar.register(person("u-1", "Ada"))).isEqualTo(new HandleTaken());
    assertThat(registrar.register(person("u-1", "Grace"))).isInstanceOf(Registered.class);
  }

  @Test
  void aClaimOfAUserThatHasAnotherHandleIsTakenOver() {
    registrar.register(person("u-1", "Grace"));
    claims.add(claim("ada", "u-1"));

    assertThat(registrarAt(NOW.plus(MINUTE)).register(person("u-2", "Ada")))
        .isInstanceOf(Registered.class);
    assertThat(users.find(new UserId("u-1"))).isPresent();
  }

  @Test
  void countsThatCameBeforeTheUserAreThereAtOnce() {
    Counts known = new Counts(70, 3, 12, NOW);
    counts.keepNewest(Map.of(new UserId("u-1"), known));

    Registration registration = registrar.register(person("u-1", "Ada"));

    assertThat(((Registered) registration).user().counts()).isEqualTo(known);
  }

  @Test
  void ofTwoClaimsAtOnceExactlyOneWins() throws Exception {
    for (long seed = 0; seed < SEEDS; seed++) {
      World world = new World(seed, MINUTE, 0);
      List<Registration> results =
          world.run(List.of(person("u-1", "Ada"), person("u-2", "ADA"), person("u-3", "ada")));

      assertThat(results).as("seed %d", seed).filteredOn(Registered.class::isInstance).hasSize(1);
      assertThat(results).as("seed %d", seed).filteredOn(HandleTaken.class::isInstance).hasSize(2);
      world.assertConsistent();
    }
  }

  @Test
  void ofTwoCreationsOfOneIdExactlyOneWins() throws Exception {
    for (long seed = 0; seed < SEEDS; seed++) {
      World world = new World(seed, MINUTE, 0);
      List<Registration> results =
          world.run(List.of(person("u-1", "Ada"), person("u-1", "Grace"), person("u-1", "Joan")));

      assertThat(results).as("seed %d", seed).filteredOn(Registered.class::isInstance).hasSize(1);
      assertThat(results).as("seed %d", seed).filteredOn(IdTaken.class::isInstance).hasSize(2);
      world.assertConsistent();
    }
  }

  @Test
  void theSameRequestAtOnceIsAnsweredAlike() throws Exception {
    for (long seed = 0; seed < SEEDS; seed++) {
      World world = new World(seed, MINUTE, 0);
      List<Registration> results =
          world.run(List.of(person("u-1", "Ada"), person("u-1", "Ada"), person("u-1", "Ada")));

      assertThat(results).as("seed %d", seed).allMatch(Registered.class::isInstance);
      world.assertConsistent();
    }
  }

  /**
   * Every claim may be taken over at once here, so that slow owners and takers meet all the time.
   */
  @Test
  void whateverMeetsAndWhoeverDiesAHandleHasOneUser() throws Exception {
    for (long seed = 0; seed < SEEDS; seed++) {
      World world = new World(seed, Duration.ZERO, 0.03);
      Random random = new Random(seed);
      List<NewUser> asked = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        asked.add(person("u-" + random.nextInt(3), random.nextBoolean() ? "Ada" : "Grace"));
      }
      world.run(asked);
      world.run(asked); // who got no answer asks again

      world.assertConsistent();
    }
  }

  @Test
  void noCountsAreMissedByAUserThatIsAddedMeanwhile() throws Exception {
    for (long seed = 0; seed < SEEDS; seed++) {
      World world = new World(seed, MINUTE, 0);
      List<Callable<Object>> tasks =
          List.of(
              () -> world.registrar.register(person("u-1", "Ada")),
              () -> world.readCounts(5),
              // two owners of a partition at once, the first one stalled
              () -> world.readCounts(9));
      world.interleaving.run(THREADS, tasks);

      assertThat(world.users.find(new UserId("u-1")).orElseThrow().counts().revision())
          .as("seed %d", seed)
          .isEqualTo(9);
    }
  }

  private static final class World {
    final long seed;
    final Interleaving interleaving;
    final InMemoryUsers users = new InMemoryUsers();
    final InMemoryHandleClaims claims = new InMemoryHandleClaims();
    final Users steppedUsers;
    final CountsStore steppedCounts;
    final UserRegistrar registrar;

    World(long seed, Duration takeOverAfter, double deathRate) {
      this.seed = seed;
      this.interleaving = new Interleaving(seed, deathRate);
      this.steppedUsers = interleaving.steppedThrough(Users.class, users);
      this.steppedCounts =
          interleaving.steppedThrough(CountsStore.class, new InMemoryCountsStore());
      this.registrar =
          new UserRegistrar(
              steppedUsers,
              interleaving.steppedThrough(HandleClaims.class, claims),
              steppedCounts,
              Clock.fixed(NOW, ZoneOffset.UTC),
              takeOverAfter);
    }

    List<Registration> run(List<NewUser> asked) throws Exception {
      List<Callable<Registration>> tasks =
          asked.stream()
              .map(user -> (Callable<Registration>) () -> registrar.register(user))
              .toList();
      List<Registration> results = interleaving.run(THREADS, tasks);
      for (int i = 0; i < asked.size(); i++) {
        if (results.get(i) instanceof Registered registered) {
          assertThat(registered.user().isWhatWasAskedFor(asked.get(i))).isTrue();
          assertThat(users.find(asked.get(i).id())).as("seed %d", seed).isPresent();
        }
      }
      return results;
    }

    Object readCounts(long revision) {
      WritePace pace = new WritePace(Duration.ofSeconds(1), Duration.ZERO, 10, new FakeTime());
      new CountsUpdater(steppedCounts, steppedUsers, pace)
          .update(List.of(new UserStats("u-1", revision, 0, revision, NOW)));
      return null;
    }

    void assertConsistent() {
      for (User user : users.all()) {
        assertThat(claims.find(user.handle()))
            .as("seed %d: the claim of %s is that of %s", seed, user.handle(), user.id())
            .map(HandleClaim::userId)
            .contains(user.id());
      }
    }
  }

  private UserRegistrar registrarAt(Instant now) {
    return new UserRegistrar(users, claims, counts, Clock.fixed(now, ZoneOffset.UTC), MINUTE);
  }

  private static NewUser person(String id, String handle) {
    return new NewUser(new UserId(id), new Handle(handle), new Person("Ada", "Lovelace"));
  }

  private static HandleClaim claim(String handle, String id) {
    return new HandleClaim(new Handle(handle), new UserId(id), "token of old", NOW);
  }
}
