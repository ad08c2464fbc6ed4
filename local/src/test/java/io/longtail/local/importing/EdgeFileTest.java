package io.longtail.local.importing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.local.importing.EdgeFile.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EdgeFileTest {
  @TempDir Path directory;

  @Test
  void linesAreNumberedFromOneAndTheLastNeedsNoLineFeed() throws IOException {
    assertThat(lines("1 2\n\n3 4".getBytes(UTF_8)))
        .containsExactly(text(1, "1 2"), text(2, ""), text(3, "3 4"));
  }

  @Test
  void anEmptyFileHasNoLines() throws IOException {
    assertThat(lines(new byte[0])).isEmpty();
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstId() throws IOException {
    assertThat(lines("\uFEFF1 2\n".getBytes(UTF_8))).containsExactly(text(1, "1 2"));
    assertThat(lines(gzip("\uFEFF1 2\n".getBytes(UTF_8)))).containsExactly(text(1, "1 2"));
  }

  @Test
  void compressedDataIsToldByItsFirstBytesAndMayComeInSeveralParts() throws IOException {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(gzip("1 2\n".getBytes(UTF_8)));
    both.write(gzip("3 4\n".getBytes(UTF_8)));

    assertThat(lines(both.toByteArray())).containsExactly(text(1, "1 2"), text(2, "3 4"));
  }

  @Test
  void compressedDataThatEndsEarlyGivesItsWholeLinesAndARefusal() throws IOException {
    StringBuilder rows = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      rows.append(random.nextInt(1_000_000)).append(' ').append(i).append('\n');
    }
    byte[] whole = gzip(rows.toString().getBytes(UTF_8));
    List<String> expected = rows.toString().lines().toList();

    List<Line> lines = lines(Arrays.copyOf(whole, whole.length / 2));

    Line last = lines.get(lines.size() - 1);
    assertThat(last.refusal()).contains(Refusal.CUT_OFF);
    assertThat(last.number()).isEqualTo(lines.size()).isGreaterThan(1000);
    assertThat(lines.subList(0, lines.size() - 1))
        .allMatch(line -> line.refusal().isEmpty())
        .extracting(Line::text)
        .isEqualTo(expected.subList(0, lines.size() - 1));
  }

  @Test
  void compressedDataCutAnywhereIsAlwaysToldAndNeverAnError() throws IOException {
    byte[] whole = gzip("1 2\n3 4\n5 6\n".getBytes(UTF_8));

    for (int length = 2; length < whole.length; length++) {
      List<Line> lines = lines(Arrays.copyOf(whole, length));
      assertThat(lines.get(lines.size() - 1).refusal())
          .as("cut after %d bytes", length)
          .contains(Refusal.CUT_OFF);
    }
  }

  @Test
  void compressedDataThatIsDamagedAnywhereIsNeverAnError() throws IOException {
    byte[] whole = gzip("1 2\n3 4\n5 6\n".getBytes(UTF_8));

    for (int at = 2; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) 0xff;
      assertThat(lines(damaged)).as("damaged at byte %d", at).isNotEmpty();
    }
    for (int at : new int[] {2, 10, whole.length - 8}) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) 0xff;
      List<Line> lines = lines(damaged);
      assertThat(lines.get(lines.size() - 1).refusal())
          .as("damaged at byte %d", at)
          .contains(Refusal.CUT_OFF);
    }
  }

  @Test
  void bytesThatAreNoTextAreRefusedAndTheNextLineIsRead() throws IOException {
    assertThat(lines("1\u0000 2\n3 4\n".getBytes(UTF_8)))
        .containsExactly(new Line(1, "1\u0000 2", Optional.of(Refusal.NOT_TEXT)), text(2, "3 4"));
  }

  @Test
  void aLineWithoutEndIsRefusedInBoundedMemory() throws IOException {
    String longest = "x".repeat(EdgeFile.LINE_BYTES_MAX);

    List<Line> lines = lines((longest + "\n" + longest + "x\n3 4\n").getBytes(UTF_8));

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).isEqualTo(text(1, longest));
    assertThat(lines.get(1).refusal()).contains(Refusal.TOO_LONG);
    assertThat(lines.get(1).text()).hasSizeLessThan(longest.length());
    assertThat(lines.get(2)).isEqualTo(text(3, "3 4"));
  }

  private List<Line> lines(byte[] content) throws IOException {
    Path path = Files.write(directory.resolve("edges"), content);
    List<Line> lines = new ArrayList<>();
    try (EdgeFile file = EdgeFile.open(path)) {
      for (Optional<Line> line = file.next(); line.isPresent(); line = file.next()) {
        lines.add(line.get());
      }
    }
    return lines;
  }

  private static Line text(long number, String text) {
    return new Line(number, text, Optional.empty());
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(content);
    }
    return packed.toByteArray();
  }
}
