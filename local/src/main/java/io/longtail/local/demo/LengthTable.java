package io.longtail.local.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How many lists are how long, by powers of ten. */
final class LengthTable {
  private static final int BAR_WIDTH = 40;

  private final long[] lists = new long[8];
  private long total;

  void add(long length) {
    if (length > 0) {
      lists[Math.min(lists.length - 1, (int) Math.log10(length))]++;
      total++;
    }
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    long from = 1;
    for (long count : lists) {
      if (count > 0) {
        double share = (double) count / total;
        lines.add(
            String.format(
                Locale.ROOT,
                "%,9d to %,9d  %,8d lists  %6.2f %%  %s",
                from,
                from * 10 - 1,
                count,
                share * 100,
                "#".repeat(Math.max(1, (int) Math.round(share * BAR_WIDTH)))));
      }
      from *= 10;
    }
    return lines;
  }
}
