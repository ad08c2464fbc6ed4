package io.longtail.followers.mutants;

import static io.longtail.service.mutants.Mutant.mutant;

import io.longtail.service.mutants.Mutant;
import io.longtail.service.mutants.MutantSuite;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Faults where the lists meet MongoDB: the guards that all of the rest relies on. */
class StoredMutantsIT {
  private static final String LISTS = "mongo/MongoEdgeLists.java";
  private static final String HEADS = "mongo/HeadDocuments.java";
  private static final String PAGES = "mongo/PageDocuments.java";
  private static final String SAVE =
      "mongo.MongoEdgeListsIT#aSaveFromAnOutdatedRevisionTakesNoEffect";
  private static final String PAGE =
      "mongo.MongoEdgeListsIT#aPageIsInsertedOnceAndReplacedOnlyUnchanged";

  private static final List<Mutant> MUTANTS =
      List.of(
          mutant("a head is saved whatever its revision is")
              .breaks("a save is a compare-and-set on the revision")
              .edit(HEADS, ".append(\"revision\", new BsonInt64(before.revision()))", "")
              .killedBy(SAVE),
          mutant("a save that matched nothing is a success")
              .breaks("a save is a compare-and-set on the revision")
              .edit(
                  LISTS,
                  "return result.getMatchedCount() + result.getInsertedCount() == updates.size();",
                  "return true;")
              .killedBy(SAVE),
          mutant("an insert that met a head is a success")
              .breaks("a duplicate key is a lost race")
              .edit(LISTS, "return false; // somebody else was first", "return true;")
              .killedBy(SAVE),
          mutant("an insert that met a page is a success")
              .breaks("a page that is there already is compared first")
              .edit(
                  LISTS,
                  "if (isRace(e.getCode())) { return false; }",
                  "if (isRace(e.getCode())) { return true; }")
              .killedBy(PAGE),
          mutant("a page is replaced whatever it has become")
              .breaks("a page is replaced only if it is what was read")
              .edit(
                  PAGES,
                  """
                  .append("fromRevision", new BsonInt64(read.fromRevision()))
                  .append("compacted", new BsonInt64(read.compacted()))
                  .append(fields.ids(), new BsonDocument("$size", new BsonInt32(read.edges().size())))
                  """,
                  "")
              .killedBy(PAGE),
          mutant("a page is swept whatever it was spilled from")
              .breaks("at nextPage garbage is what has a fromRevision below that head")
              .edit(
                  LISTS,
                  ".append(\"fromRevision\", new BsonDocument(\"$lt\", new BsonInt64(revision)))",
                  "")
              .killedBy("mongo.MongoEdgeListsIT#onlyAPageOfAnOlderHeadIsSwept"));

  @TestFactory
  Stream<DynamicNode> everyMutantIsKilledByItsTest() {
    return new MutantSuite("io.longtail.followers", "follower-service on MongoDB", MUTANTS).tests();
  }
}
