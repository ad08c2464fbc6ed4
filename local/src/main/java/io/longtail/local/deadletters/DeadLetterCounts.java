package io.longtail.local.deadletters;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The dead letters by reason, and the first of them. Bounded, whatever the topic holds. */
public final class DeadLetterCounts {
  public static final int KEPT_MAX = 100;

  /** Ours are a few dozen; others may write what they like. */
  private static final int REASONS_MAX = 1_000;

  private static final String OTHERS = "other reasons";

  private final Map<String, Long> byReason = new TreeMap<>();
  private final List<DeadLetter> kept = new ArrayList<>();
  private long count;

  public void add(DeadLetter letter) {
    count++;
    boolean known = byReason.containsKey(letter.reason()) || byReason.size() < REASONS_MAX;
    byReason.merge(known ? letter.reason() : OTHERS, 1L, Long::sum);
    if (kept.size() < KEPT_MAX) {
      kept.add(letter);
    }
  }

  public long count() {
    return count;
  }

  public Map<String, Long> byReason() {
    return byReason;
  }

  public List<DeadLetter> kept() {
    return List.copyOf(kept);
  }
}
