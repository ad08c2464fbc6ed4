package io.longtail.local.importing;

import io.longtail.local.importing.EdgeFile.Line;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows that were refused: counted by reason, the first ones kept, all of them in a file. */
public final class RefusedRows implements AutoCloseable {
  private static final int KEPT_MAX = 20;

  private final Optional<BufferedWriter> file;
  private final Map<Refusal, Long> counts = new EnumMap<>(Refusal.class);
  private final List<Kept> kept = new ArrayList<>();
  private long count;

  /**
   * @param file for all of them: {@code line number<TAB>reason<TAB>row}
   */
  public RefusedRows(Optional<Path> file) throws IOException {
    this.file =
        file.isPresent() ? Optional.of(Files.newBufferedWriter(file.get())) : Optional.empty();
  }

  void add(Line line, Refusal reason) throws IOException {
    count++;
    counts.merge(reason, 1L, Long::sum);
    if (kept.size() < KEPT_MAX) {
      kept.add(new Kept(line.number(), reason, printable(line.text())));
    }
    if (file.isPresent()) {
      file.get().write(line.number() + "\t" + reason.inWords() + "\t" + printable(line.text()));
      file.get().write('\n');
    }
  }

  /** Control characters of a binary file would make a terminal do things. */
  private static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.chars()
        .filter(c -> c != '\r')
        .forEach(c -> printable.append(Character.isISOControl(c) && c != '\t' ? '?' : (char) c));
    return printable.toString();
  }

  public long count() {
    return count;
  }

  public Map<Refusal, Long> counts() {
    return counts;
  }

  /** The first ones, in the order of the file. */
  public List<Kept> kept() {
    return List.copyOf(kept);
  }

  @Override
  public void close() throws IOException {
    if (file.isPresent()) {
      file.get().close();
    }
  }

  /** One refused row. */
  public record Kept(long lineNumber, Refusal reason, String text) {}
}
