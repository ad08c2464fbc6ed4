package io.longtail.service.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test during which a command was sent that {@code docs/queries.md} does not list. */
public final class UnlistedQueriesFail implements AfterEachCallback {
  @Override
  public void afterEach(ExtensionContext context) {
    String unlisted = System.getProperty(ListedQueries.UNLISTED);
    if (unlisted != null) {
      System.clearProperty(ListedQueries.UNLISTED);
      throw new AssertionError("sent, but not listed in docs/queries.md:" + unlisted);
    }
  }
}
