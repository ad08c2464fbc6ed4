package io.longtail.local.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is deleted, with all that is in it, when it is closed. */
public record TemporaryDirectory(Path path) implements AutoCloseable {
  private static final int DELETE_ATTEMPTS = 5;

  public static TemporaryDirectory create(String prefix) {
    try {
      return new TemporaryDirectory(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    for (int attempt = 1; ; attempt++) {
      try {
        deleteAll();
        return;
      } catch (IOException | UncheckedIOException e) {
        // Background threads of a broker that has stopped may still write their last file.
        if (attempt == DELETE_ATTEMPTS) {
          throw new IllegalStateException("cannot delete " + path, e);
        }
      }
    }
  }

  private void deleteAll() throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(path)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : deepestFirst) {
      try {
        Files.delete(each);
      } catch (NoSuchFileException e) {
        continue;
      }
    }
  }
}
