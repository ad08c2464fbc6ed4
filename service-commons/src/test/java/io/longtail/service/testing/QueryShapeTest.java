package io.longtail.service.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryShapeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "find | {find: 'c', filter: {_id: {$in: ['a', 'b']}}} | c: find {_id: {$in}}",
        "find | {find: 'c', filter: {hasOverflow: true, _id: {$gt: 'a'}}, sort: {_id: 1}}"
            + " | c: find {hasOverflow, _id: {$gt}} sort {_id}",
        "find | {find: 'c'} | c: find {}",
        "insert | {insert: 'c', documents: [{_id: 1}]} | c: insert",
        "update | {update: 'c', updates: [{q: {_id: 1, revision: 7}, u: {$set: {a: 1}}}]}"
            + " | c: update {_id, revision}",
        "update | {update: 'c', updates: [{q: {_id: 1}, u: {}, upsert: true}]} | c: upsert {_id}",
        "update | {update: 'c', updates: [{q: {_id: 1, $or: [{e: {$lt: 1}}, {e: 1}]}, u: {}}]}"
            + " | c: update {_id, $or: [{e: {$lt}}, {e}]}",
        "delete | {delete: 'c', deletes: [{q: {_id: {$in: [1]}}, limit: 0}]} | c: delete {_id: {$in}}",
        "aggregate | {aggregate: 'c', pipeline: []} | aggregate"
      })
  void aCommandLosesItsValuesAndKeepsItsShape(String name, String command, String shape) {
    assertThat(QueryShape.of(name, BsonDocument.parse(command))).containsExactly(shape);
  }

  @Test
  void theDriversOwnConversationIsNoQuery() {
    assertThat(QueryShape.of("hello", BsonDocument.parse("{hello: 1}"))).isEmpty();
  }
}
