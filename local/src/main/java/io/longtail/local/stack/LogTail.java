package io.longtail.local.stack;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, to be shown where something went wrong. */
final class LogTail {
  private static final int LINES = 25;
  private static final int BYTES_MAX = 16 * 1024;

  private LogTail() {}

  static String of(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - BYTES_MAX);
      file.seek(from);
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.readFully(bytes);
      List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - LINES), lines.size());
      return "the end of " + log + ":\n    " + String.join("\n    ", last);
    } catch (IOException e) {
      return "and no log is at " + log;
    }
  }
}
