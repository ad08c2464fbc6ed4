package io.longtail.followers.mongo;

import static io.longtail.followers.FollowLog.follow;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.FollowEvent;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.InMemoryEdgeLists;
import io.longtail.followers.NoChanges;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.AppliedOffsets;
import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadBytes;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoredSizesTest {
  private static final int MONGO_BYTES_MAX = 16 * 1024 * 1024;

  @ParameterizedTest
  @EnumSource(Side.class)
  void aHeadReadBackIsTheHeadAndItsSizeIsTheComputedOne(Side side) {
    ListFields fields = ListFields.of(side);
    HeadDocuments documents = new HeadDocuments(fields);
    List<String> ids =
        List.of(
            "1",
            "9223372036854775807",
            "507f1f77bcf86cd799439011",
            "123e4567-e89b-12d3-a456-426614174000",
            "x",
            "a".repeat(64),
            "0",
            "00",
            "u1",
            "u2",
            "u3");
    long[] marks = IntStream.range(1, 12).mapToLong(i -> ((long) i) << 40).toArray();
    Head head =
        new Head(
            "somebody",
            Edges.ofArrays(ids.toArray(String[]::new), marks),
            900,
            2,
            14,
            Set.of("77", "gone", "507f1f77bcf86cd799439012"),
            1_000,
            marks[10],
            77,
            new AppliedOffsets(3, Map.of(0, 5L, 11, 1_000_000L)));

    RawBsonDocument stored = raw(documents.whole(head));

    assertThat(documents.read(stored)).isEqualTo(head);
    assertThat(stored.getByteBuffer().remaining())
        .isEqualTo(HeadBytes.of(head, fields.ids().length(), fields.count().length()))
        .isEqualTo(stored.getInt32("documentBytes").getValue());
  }

  @Test
  void aListPastSixteenMegabytesOfLongIdsKeepsEveryDocumentSmall() {
    int members = 260_000; // of 64 characters: 16.6 MB of ids alone
    InMemoryEdgeLists followers = grow(members, i -> longId(i), ListSettings.DEFAULT);

    assertThat(largestDocument(followers)).isLessThan(MONGO_BYTES_MAX / 64);
  }

  @Test
  void bytesSpillBeforeElementsDo() {
    ListSettings settings = new ListSettings(1_000, 16 * 1024, 900, 100, 500);
    InMemoryEdgeLists followers = grow(900, i -> longId(i), settings);

    Head head = followers.heads(List.of("celebrity")).get("celebrity");
    assertThat(head.hasOverflow()).isTrue();
    assertThat(largestHead(followers)).isLessThanOrEqualTo(16 * 1024);
  }

  @Test
  void idsOfOneCharacterStayInOneDocument() {
    InMemoryEdgeLists followers =
        grow(
            52,
            i -> String.valueOf((char) (i < 26 ? 'a' + i : 'A' + i - 26)),
            ListSettings.DEFAULT);

    assertThat(followers.heads(List.of("celebrity")).get("celebrity").hasOverflow()).isFalse();
  }

  private static String longId(int i) {
    return "x".repeat(56) + String.format("%08d", i);
  }

  private static InMemoryEdgeLists grow(
      int members, IntFunction<String> idOf, ListSettings settings) {
    InMemoryEdgeLists followers = new InMemoryEdgeLists();
    FollowEventApplier applier =
        new FollowEventApplier(followers, new InMemoryEdgeLists(), new NoChanges(), settings);
    for (int from = 0; from < members; from += 500) {
      EventBatch batch = new EventBatch(1, 0);
      for (int i = from; i < Math.min(members, from + 500); i++) {
        FollowEvent event = follow(idOf.apply(i), "celebrity");
        batch.add(i, event, 1_700_000_000_000L);
      }
      applier.apply(batch);
    }
    return followers;
  }

  private static int largestDocument(InMemoryEdgeLists lists) {
    PageDocuments pages = new PageDocuments(ListFields.of(Side.FOLLOWERS));
    int largest = largestHead(lists);
    for (Head head : lists.allHeads()) {
      for (Page page : lists.allPages(head.userId())) {
        largest = Math.max(largest, raw(pages.whole(page)).getByteBuffer().remaining());
      }
    }
    return largest;
  }

  private static int largestHead(InMemoryEdgeLists lists) {
    HeadDocuments heads = new HeadDocuments(ListFields.of(Side.FOLLOWERS));
    return lists.allHeads().stream()
        .mapToInt(head -> raw(heads.whole(head)).getByteBuffer().remaining())
        .max()
        .orElseThrow();
  }

  private static RawBsonDocument raw(BsonDocument document) {
    return new RawBsonDocument(document, new BsonDocumentCodec());
  }
}
