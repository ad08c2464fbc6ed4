package io.longtail.local.verifying;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.local.stored.StoredEdge;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashTableTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void holdsWhatAMapHoldsThroughGrowthAndForgetting(long seed) {
    Random random = new Random(seed);
    HashTable table = new HashTable(2, Integer.MAX_VALUE);
    Map<Long, long[]> model = new HashMap<>();
    Portion portion = Portion.ALL;
    for (int step = 0; step < 20_000; step++) {
      long hash = StoredEdge.mix(random.nextInt(5_000));
      if (!portion.has(hash)) {
        continue;
      }
      int slot = table.put(hash);
      long[] values = model.computeIfAbsent(hash, x -> new long[2]);
      table.set(slot, 0, ++values[0]);
      table.set(slot, 1, values[1] = step);
      if (step % 7_000 == 6_999) {
        Portion half = random.nextBoolean() ? portion.firstHalf() : portion.secondHalf();
        table.retain(half::has);
        model.keySet().removeIf(key -> !half.has(key));
        portion = half;
      }
    }

    assertThat(table.size()).isEqualTo(model.size());
    model.forEach(
        (hash, values) -> {
          int slot = table.find(hash);
          assertThat(table.get(slot, 0)).isEqualTo(values[0]);
          assertThat(table.get(slot, 1)).isEqualTo(values[1]);
        });
    assertThat(table.find(StoredEdge.mix(777_777))).isEqualTo(HashTable.NONE);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void everyHashIsInExactlyOneOfTheHalvesOfItsPortion(long seed) {
    Random random = new Random(seed);
    Portion portion = Portion.ALL.secondHalf().firstHalf();
    for (int i = 0; i < 1_000; i++) {
      long hash = StoredEdge.mix(random.nextLong());
      boolean first = portion.firstHalf().has(hash);
      boolean second = portion.secondHalf().has(hash);
      assertThat(first ^ second).isEqualTo(portion.has(hash));
    }
  }
}
