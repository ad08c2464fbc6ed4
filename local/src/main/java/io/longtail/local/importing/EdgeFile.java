package io.longtail.local.importing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The lines of a file of edges, plain or gzip (told by its first bytes, not by its name), in
 * bounded memory whatever the file is. What cannot be a row is a line with a {@link Refusal}.
 */
public final class EdgeFile implements AutoCloseable {
  /** Two ids and a time are below 200; the rest is room for columns that are passed over. */
  static final int LINE_BYTES_MAX = 8192;

  /** How much of a refused line is shown. */
  private static final int SHOWN_BYTES_MAX = 200;

  private static final int BUFFER_BYTES = 64 * 1024;

  private final CountingInputStream file;
  private final InputStream text;
  private final long size;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private int bufferAt;
  private int bufferEnd;
  private long lineNumber;
  private boolean ended;

  private EdgeFile(CountingInputStream file, InputStream text, long size) {
    this.file = file;
    this.text = text;
    this.size = size;
  }

  public static EdgeFile open(Path path) throws IOException {
    CountingInputStream file = new CountingInputStream(Files.newInputStream(path));
    try {
      PushbackInputStream start = new PushbackInputStream(file, 3);
      byte[] first = start.readNBytes(3);
      boolean gzip = first.length >= 2 && first[0] == (byte) 0x1f && first[1] == (byte) 0x8b;
      boolean mark = !gzip && isByteOrderMark(first);
      if (!mark) {
        start.unread(first);
      }
      InputStream text = gzip ? withoutMark(new GZIPInputStream(start, BUFFER_BYTES)) : start;
      return new EdgeFile(file, text, Files.size(path));
    } catch (EOFException | ZipException e) {
      // Not even the header of the compressed data is whole.
      return new EdgeFile(file, new CutOffInputStream(), Files.size(path));
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private static InputStream withoutMark(InputStream unpacked) throws IOException {
    PushbackInputStream start = new PushbackInputStream(unpacked, 3);
    byte[] first;
    try {
      first = start.readNBytes(3);
    } catch (EOFException | ZipException e) {
      return new CutOffInputStream();
    }
    if (!isByteOrderMark(first)) {
      start.unread(first);
    }
    return start;
  }

  private static boolean isByteOrderMark(byte[] first) {
    return first.length == 3
        && first[0] == (byte) 0xef
        && first[1] == (byte) 0xbb
        && first[2] == (byte) 0xbf;
  }

  /** Size on disk in bytes, for showing progress. */
  public long size() {
    return size;
  }

  /** Bytes read from disk so far, for showing progress. */
  public long bytesRead() {
    return file.count();
  }

  /** The next line, empty at the end. */
  public Optional<Line> next() throws IOException {
    if (ended) {
      return Optional.empty();
    }
    line.reset();
    lineNumber++;
    boolean tooLong = false;
    boolean binary = false;
    boolean any = false;
    while (true) {
      if (bufferAt == bufferEnd && !fill()) {
        // A last line of cut data may be half a line: half an id is another user's id.
        return Optional.of(line(Refusal.CUT_OFF));
      }
      if (bufferEnd < 0) {
        ended = true;
        if (!any) {
          return Optional.empty();
        }
        break;
      }
      any = true;
      byte b = buffer[bufferAt++];
      if (b == '\n') {
        break;
      }
      binary |= b >= 0 && b < ' ' && b != '\t' && b != '\r';
      tooLong |= line.size() == LINE_BYTES_MAX;
      if (!tooLong) {
        line.write(b);
      }
    }
    if (binary) {
      return Optional.of(line(Refusal.NOT_TEXT));
    }
    return Optional.of(
        tooLong
            ? line(Refusal.TOO_LONG)
            : new Line(lineNumber, line.toString(StandardCharsets.UTF_8), Optional.empty()));
  }

  /** False when the data ends in the middle of its compression. */
  private boolean fill() throws IOException {
    try {
      bufferAt = 0;
      bufferEnd = text.read(buffer, 0, buffer.length);
      return true;
    } catch (EOFException | ZipException e) {
      ended = true;
      return false;
    }
  }

  private Line line(Refusal refusal) {
    byte[] bytes = line.toByteArray();
    String shown =
        new String(bytes, 0, Math.min(bytes.length, SHOWN_BYTES_MAX), StandardCharsets.UTF_8);
    return new Line(lineNumber, shown, Optional.of(refusal));
  }

  @Override
  public void close() throws IOException {
    text.close();
    file.close();
  }

  /**
   * One line.
   *
   * @param number from 1
   * @param text without its line feed; the beginning only, where it is refused
   */
  public record Line(long number, String text, Optional<Refusal> refusal) {
    public Row row() {
      return refusal.<Row>map(Row.Refused::new).orElseGet(() -> RowParser.parse(text));
    }
  }

  private static final class CountingInputStream extends java.io.FilterInputStream {
    private long count;

    CountingInputStream(InputStream in) {
      super(in);
    }

    long count() {
      return count;
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      count += b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count += Math.max(read, 0);
      return read;
    }
  }

  private static final class CutOffInputStream extends InputStream {
    @Override
    public int read() throws IOException {
      throw new EOFException();
    }
  }
}
