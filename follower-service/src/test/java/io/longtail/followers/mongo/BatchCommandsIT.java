package io.longtail.followers.mongo;

import static io.longtail.followers.FollowLog.follow;
import static io.longtail.followers.FollowLog.unfollow;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.events.FollowEvent;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.NoChanges;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.service.testing.SentCommands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The commands that a batch costs do not depend on how many events are in it. */
class BatchCommandsIT {
  private final EmbeddedMongo server = EmbeddedMongo.inMemory();
  private final List<String> commands = Collections.synchronizedList(new ArrayList<>());
  private final MongoClient client =
      MongoClients.create(
          MongoClientSettings.builder()
              .applyConnectionString(new ConnectionString(server.connectionString()))
              .addCommandListener(new SentCommands(commands))
              .build());
  private final MongoDatabase database = client.getDatabase("followers");
  private final FollowEventApplier applier =
      new FollowEventApplier(
          new MongoEdgeLists(database, Side.FOLLOWERS),
          new MongoEdgeLists(database, Side.FOLLOWING),
          new NoChanges(),
          ListSettings.DEFAULT);
  private long nextOffset;

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void aBatchOfNewListsIsTwoReadsAndTwoWritesWhateverItsSize() {
    for (int size : new int[] {1, 10, 500}) {
      List<String> sent =
          apply(IntStream.range(0, size).mapToObj(i -> follow(size + "f" + i, "c" + i)).toList());
      if (size == 1) {
        assertThat(sent)
            .containsExactly(
                "find followers", "find following", "insert followers", "insert following");
      } else {
        // Some followees are there from the batch before: updates go in a command of their own.
        assertThat(sent)
            .containsExactlyInAnyOrder(
                "find followers",
                "find following",
                "update followers",
                "insert followers",
                "insert following");
      }
    }
  }

  @Test
  void aBatchOnKnownListsIsTwoReadsAndTwoWrites() {
    List<FollowEvent> follows =
        IntStream.range(0, 400).mapToObj(i -> follow("f" + i % 40, "c" + i)).toList();
    apply(follows);

    assertThat(apply(follows))
        .as("changes nothing, but moves the watermark of every list")
        .containsExactly(
            "find followers", "find following", "update followers", "update following");
    assertThat(
            apply(IntStream.range(0, 400).mapToObj(i -> unfollow("f" + i % 40, "c" + i)).toList()))
        .containsExactly(
            "find followers", "find following", "update followers", "update following");
  }

  @Test
  void aBatchOnACelebrityAsksNoPageAsLongAsOneOfTwoHeadsCanTell() {
    apply(IntStream.range(0, 3_000).mapToObj(i -> follow("f" + i, "star")).toList());

    assertThat(apply(IntStream.range(0, 500).mapToObj(i -> unfollow("f" + i, "star")).toList()))
        .containsExactly(
            "find followers", "find following", "update followers", "update following");
  }

  @Test
  void spillingAPageIsOneInsertAndOneUpdate() {
    apply(IntStream.range(0, 1_000).mapToObj(i -> follow("f" + i, "star")).toList());

    assertThat(apply(List.of(follow("one-more", "star"))))
        .containsExactly(
            "find followers",
            "find following",
            "update followers",
            "insert following",
            "insert followerOverflow",
            "update followers");
  }

  private List<String> apply(List<FollowEvent> events) {
    commands.clear();
    EventBatch batch = new EventBatch(1, 0);
    for (FollowEvent event : events) {
      batch.add(nextOffset++, event, 1_700_000_000_000L);
    }
    applier.apply(batch);
    return List.copyOf(commands);
  }
}
