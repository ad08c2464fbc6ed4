package io.longtail.local.deadletters;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Bytes that may be anything, for people and terminals: as text where they are text, else hex. */
public final class ShownBytes {
  private static final int HEX_BYTES_PER_LINE = 16;
  private static final HexFormat HEX = HexFormat.of();
  private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

  private ShownBytes() {}

  /** On one line, shortened with an … */
  public static String onOneLine(byte[] bytes, int charactersMax) {
    String shown = text(bytes).map(ShownBytes::printable).orElse("0x" + hex(bytes, charactersMax));
    return shown.length() <= charactersMax ? shown : shown.substring(0, charactersMax - 1) + "…";
  }

  private static String hex(byte[] bytes, int charactersMax) {
    return HEX.formatHex(bytes, 0, Math.min(bytes.length, charactersMax));
  }

  /** All of them: the lines of a text, or 16 bytes a line with their place and what is readable. */
  public static List<String> lines(byte[] bytes) {
    return text(bytes)
        .map(text -> text.lines().map(ShownBytes::printable).toList())
        .orElseGet(() -> hexLines(bytes));
  }

  private static List<String> hexLines(byte[] bytes) {
    List<String> lines = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += HEX_BYTES_PER_LINE) {
      int to = Math.min(from + HEX_BYTES_PER_LINE, bytes.length);
      StringBuilder readable = new StringBuilder();
      for (int i = from; i < to; i++) {
        readable.append(bytes[i] >= ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '.');
      }
      lines.add("%08x  %-47s  %s".formatted(from, SPACED.formatHex(bytes, from, to), readable));
    }
    return lines;
  }

  /** Empty if it is not UTF-8, or UTF-8 that nobody can read. */
  private static Optional<String> text(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.chars().anyMatch(c -> c < ' ' && !Character.isWhitespace(c))
          ? Optional.empty()
          : Optional.of(text);
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** Control characters would make a terminal do things. */
  static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.chars().forEach(c -> printable.append(Character.isISOControl(c) ? '?' : (char) c));
    return printable.toString();
  }
}
