package io.longtail.followers.mongo;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.events.FollowEvent;
import io.longtail.followers.ChangePublisher;
import io.longtail.followers.ContentionException;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.GraphLaws;
import io.longtail.followers.InMemoryEdgeLists;
import io.longtail.followers.NaiveGraph;
import io.longtail.followers.RecordedChanges;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.LogPosition;
import io.longtail.followers.edgelist.Page;
import io.longtail.local.mongo.EmbeddedMongo;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Three of ten writes end badly, on the wire: refused for a conflict, by a server that is no longer
 * primary, applied without a majority, applied with the reply lost. Each event is applied once.
 */
class FaultyWritesIT {
  private static final double SHARE = 0.3;
  private static final int BATCHES = 60;
  private static final int EVENTS_OF_BATCH = 10;

  /** A batch has four writes and more: about one try in four or five gets through all of them. */
  private static final int TRIES_MAX = 100;

  private final EmbeddedMongo server = EmbeddedMongo.inMemory();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void eachEventIsAppliedOnceHoweverWritesEnd() throws Exception {
    long seed = 112;
    ListSettings settings = new ListSettings(6, 64 * 1024, 3, 1, 3);
    InMemoryEdgeLists followersInMemory = new InMemoryEdgeLists();
    InMemoryEdgeLists followingInMemory = new InMemoryEdgeLists();
    RecordedChanges expected = new RecordedChanges();
    RecordedChanges told = new RecordedChanges();
    NaiveGraph model = new NaiveGraph();
    FollowEventApplier inMemory =
        new FollowEventApplier(followersInMemory, followingInMemory, expected, settings);
    Random random = new Random(seed);
    int mostTries = 0;
    int tries = 0;
    try (FaultyWrites faulty = new FaultyWrites(server.port(), SHARE, seed);
        MongoClient client = client(faulty.connectionString());
        MongoClient direct = MongoClients.create(server.connectionString())) {
      MongoDatabase database = client.getDatabase("followers");
      FollowEventApplier stored = applier(database, told, settings);
      MongoProgress progress = new MongoProgress(database);
      long offset = 0;
      for (int round = 0; round < BATCHES; round++) {
        EventBatch batch = new EventBatch(1, 0);
        for (int i = 0; i < EVENTS_OF_BATCH; i++) {
          FollowEvent event = anyEvent(random);
          batch.add(offset++, event, 1_700_000_000_000L + round);
          model.accept(event, 1_700_000_000_000L + round);
        }
        inMemory.apply(batch);
        LogPosition last = new LogPosition(1, 0, offset - 1);
        int triesOfBatch = 1;
        while (!isDone(stored, progress, batch, last)) {
          assertThat(++triesOfBatch)
              .as("tries of batch %d, seed %d", round, seed)
              .isLessThan(TRIES_MAX);
        }
        tries += triesOfBatch;
        mostTries = Math.max(mostTries, triesOfBatch);
      }

      System.out.printf(
          "%d batches, %d tries, at most %d of one, injected %s%n",
          BATCHES, tries, mostTries, faulty.injected());
      assertThat(faulty.injected()).as("every kind of fault").hasSize(FaultyWrites.all().size());
      MongoDatabase seen = direct.getDatabase("followers");
      // What is stored is what the same code stores without faults, and that is what is right.
      GraphLaws.assertEqualsModel(followersInMemory, model.followers);
      GraphLaws.assertEqualsModel(followingInMemory, model.following);
      assertSame(new MongoEdgeLists(seen, Side.FOLLOWERS), followersInMemory);
      assertSame(new MongoEdgeLists(seen, Side.FOLLOWING), followingInMemory);
      assertThat(new MongoProgress(seen).applied(1)).containsEntry(0, offset - 1);
      for (Head head : followersInMemory.allHeads()) {
        assertThat(told.of(head.userId()))
            .as("changes of %s", head.userId())
            .isEqualTo(expected.of(head.userId()));
      }
    }
  }

  private static FollowEventApplier applier(
      MongoDatabase database, ChangePublisher changes, ListSettings settings) {
    return new FollowEventApplier(
        new MongoEdgeLists(database, Side.FOLLOWERS),
        new MongoEdgeLists(database, Side.FOLLOWING),
        changes,
        settings);
  }

  /** One try, as the reader of the log makes it; an exception means: again. */
  private static boolean isDone(
      FollowEventApplier applier, MongoProgress progress, EventBatch batch, LogPosition last) {
    try {
      applier.apply(batch);
      progress.advance(last);
      return true;
    } catch (MongoException | ContentionException e) {
      return false;
    }
  }

  private static MongoClient client(String connectionString) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(connectionString))
            // A server that was lost is looked for again at once: this is about writes.
            .applyToServerSettings(
                settings ->
                    settings
                        .heartbeatFrequency(20, TimeUnit.MILLISECONDS)
                        .minHeartbeatFrequency(10, TimeUnit.MILLISECONDS))
            .build());
  }

  private static FollowEvent anyEvent(Random random) {
    int followee = random.nextInt(3) == 0 ? 0 : random.nextInt(12);
    int follower = (followee + 1 + random.nextInt(11)) % 12;
    return random.nextInt(5) < 3
        ? follow("u" + follower, "u" + followee)
        : unfollow("u" + follower, "u" + followee);
  }

  private static void assertSame(MongoEdgeLists stored, InMemoryEdgeLists inMemory) {
    for (Head expected : inMemory.allHeads()) {
      String userId = expected.userId();
      Head head = stored.heads(List.of(userId)).get(userId);
      assertThat(edges(head, stored.pages(userId, head.firstPage(), head.nextPage())))
          .as("list of %s", userId)
          .isEqualTo(
              edges(expected, inMemory.pages(userId, expected.firstPage(), expected.nextPage())));
      assertThat(head.count()).as("count of %s", userId).isEqualTo(expected.count());
      assertThat(head.sequence()).as("sequence of %s", userId).isEqualTo(expected.sequence());
    }
  }

  private static Edges edges(Head head, List<Page> pages) {
    assertThat(pages).as("pages in range of %s", head).hasSize(head.nextPage() - head.firstPage());
    List<Edges> parts = new ArrayList<>();
    pages.forEach(page -> parts.add(page.edges().without(head.removedIds())));
    parts.add(head.edges());
    return Edges.concat(parts);
  }
}
