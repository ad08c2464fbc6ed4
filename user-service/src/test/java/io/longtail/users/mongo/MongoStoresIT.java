package io.longtail.users.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.users.Counts;
import io.longtail.users.HandleClaim;
import io.longtail.users.StoreUnavailableException;
import io.longtail.users.User;
import io.longtail.users.UserId;
import io.longtail.users.Users.Place;
import io.longtail.users.profile.Handle;
import io.longtail.users.profile.Profile;
import io.longtail.users.profile.Profile.Organization;
import io.longtail.users.profile.Profile.Person;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The three stores over the protocol, with the settings of the service. */
class MongoStoresIT {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private static EmbeddedMongo server;
  private static MongoClient client;

  private Collections collections;
  private MongoUsers users;
  private MongoHandleClaims claims;
  private MongoCountsStore counts;

  @BeforeAll
  static void start() {
    server = EmbeddedMongo.inMemory();
    client = client(server.connectionString());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    collections = collections(client);
    collections.database().drop();
    users = new MongoUsers(collections);
    claims = new MongoHandleClaims(collections);
    counts = new MongoCountsStore(collections);
  }

  // ---- users

  @Test
  void aPersonIsReadAsItWasWritten() {
    User user = user("u-1", new Person("Ada", "Lovelace"), counts(5));

    assertThat(users.add(user)).isTrue();

    assertThat(users.find(user.id())).contains(user);
  }

  @Test
  void anOrganizationIsReadAsItWasWritten() {
    User with =
        user("u-1", new Organization("Acme", Optional.of("https://acme.example")), counts(5));
    User without = user("u-2", new Organization("Acme", Optional.empty()), counts(5));

    users.add(with);
    users.add(without);

    assertThat(users.find(with.id())).contains(with);
    assertThat(users.find(without.id())).contains(without);
  }

  @Test
  void theDocumentIsOfTheStatedShape() {
    users.add(user("u-1", new Person("Ada", "Lovelace"), counts(5)));

    assertThat(collections.users().find().first())
        .containsOnlyKeys(
            "_id",
            "schemaVersion",
            "type",
            "handle",
            "firstName",
            "lastName",
            "createdAt",
            "followerCount",
            "followingCount",
            "countsAsOf",
            "statsRevision")
        .containsEntry("schemaVersion", 1)
        .containsEntry("type", "PERSON")
        .containsEntry("followerCount", 50L);
  }

  @Test
  void anIdIsAddedOnce() {
    users.add(user("u-1", new Person("Ada", "Lovelace"), counts(5)));

    assertThat(users.add(user("u-1", new Person("Grace", "Hopper"), counts(5)))).isFalse();
    assertThat(users.find(new UserId("u-1")).map(User::profile))
        .contains(new Person("Ada", "Lovelace"));
  }

  @Test
  void aBarredIdIsNoUserUntilTheBarIsReplaced() {
    UserId id = new UserId("u-1");
    User user = user("u-1", new Person("Ada", "Lovelace"), counts(5));

    assertThat(users.bar(id, "one")).isTrue();
    assertThat(users.look(id)).isEqualTo(new Place.Barred("one"));
    assertThat(users.find(id)).isEmpty();
    assertThat(users.known(List.of(id))).isEmpty();
    assertThat(users.add(user)).isFalse();
    assertThat(users.bar(id, "two")).isFalse();

    assertThat(users.barAgain(id, "one", "two")).isTrue();
    assertThat(users.addInPlaceOf("one", user)).isFalse();
    users.update(Map.of(id, counts(7)));
    assertThat(users.look(id)).isEqualTo(new Place.Barred("two"));

    assertThat(users.addInPlaceOf("two", user)).isTrue();
    assertThat(users.find(id)).contains(user);
    assertThat(users.barAgain(id, "two", "three")).isFalse();
  }

  @Test
  void thoseKnownOfManyAreFound() {
    List<UserId> ids = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      ids.add(new UserId("u-" + i));
    }
    users.add(user("u-0", new Person("Ada", "Lovelace"), counts(5)));
    users.add(user("u-2499", new Person("Ada", "Lovelace"), counts(5)));

    assertThat(users.known(ids)).containsExactlyInAnyOrder(new UserId("u-0"), new UserId("u-2499"));
  }

  @Test
  void aUserTakesNewerCountsOnly() {
    users.add(user("u-1", new Person("Ada", "Lovelace"), counts(5)));
    users.add(user("u-2", new Person("Ada", "Lovelace"), counts(5)));

    users.update(
        Map.of(
            new UserId("u-1"), counts(4),
            new UserId("u-2"), counts(6),
            new UserId("stranger"), counts(9)));

    assertThat(users.find(new UserId("u-1")).map(User::counts)).contains(counts(5));
    assertThat(users.find(new UserId("u-2")).map(User::counts)).contains(counts(6));
    assertThat(users.find(new UserId("stranger"))).isEmpty();
  }

  // ---- claims

  @Test
  void aHandleIsClaimedOnceInAnyCase() {
    assertThat(claims.add(claim("Ada", "u-1", "one"))).isTrue();
    assertThat(claims.add(claim("aDA", "u-2", "two"))).isFalse();
    assertThat(claims.find(new Handle("ADA"))).contains(claim("ada", "u-1", "one"));
  }

  @Test
  void ofManyClaimsAtOnceOneIsAdded() throws Exception {
    List<Boolean> added = inParallel(50, i -> claims.add(claim("Ada", "u-" + i, "token " + i)));

    assertThat(added).containsOnlyOnce(true);
  }

  @Test
  void aClaimIsReplacedAndRemovedOnlyAsItWasRead() {
    HandleClaim one = claim("ada", "u-1", "one");
    HandleClaim two = claim("ada", "u-2", "two");
    claims.add(one);

    assertThat(claims.replace(two, one)).isFalse();
    assertThat(claims.replace(one, two)).isTrue();
    claims.remove(one);
    assertThat(claims.find(new Handle("ada"))).contains(two);
    claims.remove(two);
    assertThat(claims.find(new Handle("ada"))).isEmpty();
  }

  // ---- counts

  @Test
  void theNewestCountsAreKept() {
    UserId id = new UserId("u-1");

    counts.keepNewest(Map.of(id, counts(5)));
    counts.keepNewest(Map.of(id, counts(9)));
    counts.keepNewest(Map.of(id, counts(7)));

    assertThat(counts.find(id)).contains(counts(9));
    assertThat(collections.counts().find().first()).containsEntry("schemaVersion", 1);
  }

  @Test
  void thoseThatAreOlderDoNotKeepTheOthersFromBeingWritten() {
    Map<UserId, Counts> newer = new HashMap<>();
    for (int i = 0; i < 2_500; i += 2) {
      newer.put(new UserId("u-" + i), counts(9));
    }
    counts.keepNewest(newer);
    Map<UserId, Counts> mixed = new HashMap<>();
    for (int i = 0; i < 2_500; i++) {
      mixed.put(new UserId("u-" + i), counts(i % 3 == 0 ? 12 : 5));
    }

    counts.keepNewest(mixed);

    for (int i = 0; i < 2_500; i++) {
      long expected = Math.max(i % 2 == 0 ? 9 : 0, i % 3 == 0 ? 12 : 5);
      assertThat(counts.find(new UserId("u-" + i))).contains(counts(expected));
    }
  }

  @Test
  void ofManyOwnersAtOnceTheNewestCountsWin() throws Exception {
    UserId id = new UserId("u-1");
    for (int round = 0; round < 20; round++) {
      collections.counts().drop();

      inParallel(
          16,
          i -> {
            counts.keepNewest(Map.of(id, counts(i)));
            return true;
          });

      assertThat(counts.find(id)).contains(counts(15));
    }
  }

  // ---- a database that is away

  @Test
  void aServerThatIsNotThereIsToldInTime() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      free = socket.getLocalPort();
    }
    try (MongoClient away = client("mongodb://127.0.0.1:" + free)) {
      assertUnavailableInTime(new MongoUsers(collections(away)));
    }
  }

  @Test
  void aServerThatSaysNothingIsToldInTime() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        MongoClient away = client("mongodb://127.0.0.1:" + silent.getLocalPort())) {
      assertUnavailableInTime(new MongoUsers(collections(away)));
    }
  }

  @Test
  void aServerThatFallsSilentIsToldInTime() throws Exception {
    try (SilencedProxy proxy = new SilencedProxy(server.port());
        MongoClient away = client("mongodb://127.0.0.1:" + proxy.port())) {
      MongoUsers remote = new MongoUsers(collections(away));
      assertThat(remote.find(new UserId("u-1"))).isEmpty();

      proxy.fallSilent();

      assertUnavailableInTime(remote);
    }
  }

  private static void assertUnavailableInTime(MongoUsers away) {
    long start = System.nanoTime();
    assertThatThrownBy(() -> away.find(new UserId("u-1")))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
  }

  // ---- fixtures

  private interface Numbered<T> {
    T call(int number) throws IOException;
  }

  private static <T> List<T> inParallel(int times, Numbered<T> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(times);
    try {
      List<Callable<T>> tasks = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        int number = i;
        tasks.add(() -> task.call(number));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private static MongoClient client(String connectionString) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(connectionString))
            .writeConcern(WriteConcern.MAJORITY.withJournal(true))
            .readConcern(ReadConcern.MAJORITY)
            .build());
  }

  private static Collections collections(MongoClient client) {
    return new Collections(client, Optional.of("it-"), TIMEOUT, Duration.ofSeconds(10));
  }

  private static User user(String id, Profile profile, Counts counts) {
    return new User(new UserId(id), new Handle("Ada"), profile, NOW, counts);
  }

  private static Counts counts(long revision) {
    return new Counts(revision * 10, revision, revision, NOW);
  }

  private static HandleClaim claim(String handle, String id, String token) {
    return new HandleClaim(new Handle(handle), new UserId(id), token, NOW);
  }
}
