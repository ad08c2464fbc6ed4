package io.longtail.local.cli;

import java.util.Locale;

/** A number of things, in words. */
final class Counted {
  private Counted() {}

  static String of(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
  }
}
