package io.longtail.service.testing;

import com.mongodb.event.CommandStartedEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The queries that {@code docs/queries.md} lists for one service: the first column of its tables. A
 * command that is not among them fails the test that is running ({@link UnlistedQueriesFail}).
 */
public final class ListedQueries {
  /** Told through a system property: the service's classes and the tests' are loaded apart. */
  static final String UNLISTED = "longtail.test.unlisted-queries";

  // Seen from a module's folder, where its tests run.
  private static final Path DOCUMENT = Path.of("../docs/queries.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

  private final Set<String> listed;

  private ListedQueries(Set<String> listed) {
    this.listed = listed;
  }

  /** Those in the section headed by the service's name. */
  public static ListedQueries of(String service) {
    try {
      Matcher section =
          Pattern.compile("(?ms)^## " + service + "$(.*?)(?=^## |\\z)")
              .matcher(Files.readString(DOCUMENT));
      if (!section.find()) {
        throw new IllegalStateException(DOCUMENT + " has no section " + service);
      }
      return new ListedQueries(
          ROW.matcher(section.group(1))
              .results()
              .map(row -> row.group(1))
              .collect(Collectors.toSet()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void check(CommandStartedEvent event) {
    for (String shape : QueryShape.of(event.getCommandName(), event.getCommand())) {
      if (!listed.contains(shape)) {
        synchronized (ListedQueries.class) {
          System.setProperty(UNLISTED, System.getProperty(UNLISTED, "") + "\n  " + shape);
        }
      }
    }
  }
}
