package io.longtail.local.exporting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.longtail.local.console.Console;
import io.longtail.local.importing.Row;
import io.longtail.local.importing.RowParser;
import io.longtail.local.mongo.EmbeddedMongo;
import io.longtail.local.stored.HookedReads;
import io.longtail.local.stored.Side;
import io.longtail.local.stored.StoredListsFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExporterIT {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private EmbeddedMongo mongo;
  private MongoClient client;
  private MongoDatabase followers;
  private StoredListsFixture stored;

  @BeforeEach
  void startWithNothing() {
    mongo = EmbeddedMongo.inMemory();
    client = MongoClients.create(mongo.connectionString() + "/?uuidRepresentation=standard");
    followers = client.getDatabase("followers");
    stored = new StoredListsFixture(followers, client.getDatabase("stats"));
  }

  @AfterEach
  void stop() {
    client.close();
    mongo.close();
  }

  @Test
  void nothingStoredIsNothingWritten() {
    assertThat(export(followers).edges()).isZero();

    assertThat(out.size()).isZero();
  }

  @Test
  void writesTheFollowersOldestFirstWithTheirTimes() {
    stored.edges("ada", "f1", "f2");
    stored.spoil(Side.FOLLOWERS, "ada", "followedAt", List.of(0L, (1_700_000_000_123L << 20) + 17));

    Exporter.Outcome outcome = export(followers);

    assertThat(rows())
        .containsExactly("f1\tada\t1970-01-01T00:00:00Z", "f2\tada\t2023-11-14T22:13:20.123Z");
    assertThat(outcome.lists()).isEqualTo(1);
    assertThat(outcome.edges()).isEqualTo(2);
  }

  @Test
  void idsOfEveryFormAreWrittenAsText() {
    UUID uuid = UUID.fromString("6f1c1e0e-0d0f-4c55-9d4e-0a1b2c3d4e5f");
    ObjectId objectId = new ObjectId("65f0c0ffee65f0c0ffee65f0");
    stored.head(Side.FOLLOWERS, "42", 9_007_199_254_740_993L, objectId, uuid, "bob");

    export(followers);

    assertThat(followersOf("42"))
        .containsExactly("9007199254740993", objectId.toHexString(), uuid.toString(), "bob");
  }

  @Test
  void everyRowIsARowOfAnImport() {
    stored.listWithPages(Side.FOLLOWERS, "cyd", pages(3), "h1", "h2");

    export(followers);

    assertThat(rows())
        .hasSize(3 * 2 + 2)
        .allSatisfy(row -> assertThat(RowParser.parse(row)).isInstanceOf(Row.Asked.class));
  }

  @Test
  void pagesComeBeforeTheHeadAndWithoutWhomHasLeft() {
    stored.listWithPages(Side.FOLLOWERS, "cyd", pages(40), "p3.1", "h2");
    stored.spoil(Side.FOLLOWERS, "cyd", "removedIds", List.of("p0.0", "p3.1", "p39.1"));

    export(followers);

    List<String> expected =
        new ArrayList<>(pages(40).stream().flatMap(List::stream).map(String::valueOf).toList());
    expected.removeAll(List.of("p0.0", "p3.1", "p39.1"));
    expected.addAll(List.of("p3.1", "h2"));
    assertThat(followersOf("cyd")).isEqualTo(expected);
  }

  @Test
  void aListThatIsUnspilledMeanwhileIsWrittenOnceAndToItsEnd() {
    stored.listWithPages(Side.FOLLOWERS, "cyd", pages(40), "h1");
    // After two parts of 16 pages, the rest is back in the head: and one more has come.
    AtomicInteger reads = new AtomicInteger();
    MongoDatabase hooked =
        HookedReads.of(
            followers,
            "followerOverflow",
            () -> {
              if (reads.incrementAndGet() == 3) {
                unspillFrom(32);
              }
            });

    export(hooked);

    List<String> expected =
        new ArrayList<>(pages(40).stream().flatMap(List::stream).map(String::valueOf).toList());
    expected.add("h1");
    assertThat(followersOf("cyd")).isEqualTo(expected);
  }

  private void unspillFrom(int page) {
    List<Object> ids = new ArrayList<>();
    List<Long> marks = new ArrayList<>();
    for (int number = page; number < 40; number++) {
      for (int i = 0; i < 2; i++) {
        ids.add("p" + number + "." + i);
        marks.add(100L * number + i);
      }
    }
    ids.addAll(List.of("h1", "late"));
    marks.addAll(List.of(1_000_000L, 1_000_001L));
    stored.spoil(Side.FOLLOWERS, "cyd", "followerIds", ids);
    stored.spoil(Side.FOLLOWERS, "cyd", "followedAt", marks);
    stored.spoil(Side.FOLLOWERS, "cyd", "firstPage", 40L);
    stored.spoil(Side.FOLLOWERS, "cyd", "revision", 6L);
    stored.drop(Side.FOLLOWERS, "cyd", "hasOverflow");
    IntStream.range(0, 40).forEach(i -> stored.deletePage(Side.FOLLOWERS, "cyd:" + i));
  }

  @Test
  void aPageThatWasCompactedForALaterHeadIsReadAgain() {
    stored.listWithPages(Side.FOLLOWERS, "cyd", pages(2), "h1");
    AtomicInteger reads = new AtomicInteger();
    MongoDatabase hooked =
        HookedReads.of(
            followers,
            "followerOverflow",
            () -> {
              if (reads.incrementAndGet() == 1) {
                stored.spoil(Side.FOLLOWERS, "cyd", "revision", 7L);
                stored.spoilPage(Side.FOLLOWERS, "cyd:0", "followerIds", List.of("p0.1"));
                stored.spoilPage(Side.FOLLOWERS, "cyd:0", "followedAt", List.of(1L));
                stored.spoilPage(Side.FOLLOWERS, "cyd:0", "compacted", 6L);
              }
            });

    export(hooked);

    assertThat(followersOf("cyd")).containsExactly("p0.1", "p1.0", "p1.1", "h1");
    assertThat(reads).hasValue(2);
  }

  @Test
  void aListThatIsCompactedAllTheTimeIsGivenUpWithoutATornPart() {
    stored.listWithPages(Side.FOLLOWERS, "cyd", pages(2), "h1");
    AtomicInteger revision = new AtomicInteger(10);
    MongoDatabase hooked =
        HookedReads.of(
            followers,
            "followerOverflow",
            () -> {
              long now = revision.incrementAndGet();
              stored.spoil(Side.FOLLOWERS, "cyd", "revision", now);
              stored.spoilPage(Side.FOLLOWERS, "cyd:0", "compacted", now);
            });

    assertThatThrownBy(() -> export(hooked))
        .isInstanceOf(ExportFailedException.class)
        .hasMessageContaining("cyd were written to all the time");
    assertThat(out.size()).isZero();
  }

  @Test
  void aPageThatIsMissingStopsTheExportAndNamesIt() {
    stored.listWithPages(Side.FOLLOWERS, "cyd", pages(20), "h1");
    stored.deletePage(Side.FOLLOWERS, "cyd:17");

    assertThatThrownBy(() -> export(followers))
        .isInstanceOf(ExportFailedException.class)
        .hasMessageContaining("cyd")
        .hasMessageContaining("page 17 is missing");
  }

  @Test
  void aReadThatFailsStopsTheExport() {
    stored.listWithPages(Side.FOLLOWERS, "cyd", pages(20), "h1");
    AtomicInteger reads = new AtomicInteger();
    MongoDatabase failing =
        HookedReads.of(
            followers,
            "followerOverflow",
            () -> {
              if (reads.incrementAndGet() == 2) {
                throw new MongoException(50, "operation exceeded time limit");
              }
            });

    assertThatThrownBy(() -> export(failing)).isInstanceOf(MongoException.class);
  }

  @Test
  void outputThatIsClosedEndsTheExport() {
    for (int i = 0; i < 3_000; i++) {
      stored.head(Side.FOLLOWERS, "u" + i, "a".repeat(60));
    }
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };

    assertThatThrownBy(() -> new Exporter(followers, console(closed)).run())
        .isInstanceOf(ExportFailedException.class)
        .hasMessageContaining("takes no more");
  }

  private static List<List<Object>> pages(int count) {
    return IntStream.range(0, count)
        .mapToObj(page -> List.<Object>of("p" + page + ".0", "p" + page + ".1"))
        .toList();
  }

  private Exporter.Outcome export(MongoDatabase database) {
    return new Exporter(database, console(out)).run();
  }

  private static Console console(OutputStream out) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return new Console(new PrintStream(out), nowhere, false);
  }

  private List<String> rows() {
    return out.toString(UTF_8).lines().toList();
  }

  private List<String> followersOf(String user) {
    return rows().stream()
        .map(row -> row.split("\t"))
        .filter(row -> row[1].equals(user))
        .map(row -> row[0])
        .toList();
  }
}
