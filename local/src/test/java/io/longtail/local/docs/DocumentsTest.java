package io.longtail.local.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.events.EventCodec;
import io.longtail.events.FollowEvent;
import io.longtail.events.LogEntry;
import io.longtail.local.importing.Row;
import io.longtail.local.importing.RowParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of the README are played by {@code .ci/play-readme}; here is the rest. */
class DocumentsTest {
  // Tests run in the module's folder.
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern PATH = Pattern.compile("\\.?[\\w-]+(?:\\.[\\w-]+)*(?:/[\\w.-]+)*/?");
  private static final Pattern ADR = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");

  static List<Path> documents() throws IOException {
    try (Stream<Path> below = Files.walk(HOME.resolve("docs"))) {
      List<Path> documents =
          new ArrayList<>(below.filter(path -> path.toString().endsWith(".md")).sorted().toList());
      documents.add(HOME.resolve("README.md"));
      documents.add(HOME.resolve("CONTRIBUTING.md"));
      return documents;
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyLinkLeadsToAFileAndToAHeadingInIt(Path document) {
    assertThat(matches(LINK, read(document)))
        .allSatisfy(
            link -> {
              String[] fileAndAnchor = link.split("#", 2);
              Path file =
                  fileAndAnchor[0].isEmpty() ? document : document.resolveSibling(fileAndAnchor[0]);
              assertThat(file).exists();
              if (fileAndAnchor.length == 2) {
                assertThat(anchors(file)).contains(fileAndAnchor[1]);
              }
            });
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aDocumentBeginsWithItsTitleAndNoHeadingComesTwice(Path document) {
    assertThat(read(document)).startsWith("# ");
    assertThat(anchors(document)).doesNotHaveDuplicates();
  }

  /** The headings as links name them. */
  private static List<String> anchors(Path document) {
    return matches(HEADING, withoutBlocks(read(document))).stream()
        .map(heading -> heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", ""))
        .map(heading -> heading.replace(' ', '-'))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyPathInCodeExists(Path document) throws IOException {
    Set<String> topLevel;
    try (Stream<Path> entries = Files.list(HOME)) {
      topLevel = entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toSet());
    }
    assertThat(matches(CODE, withoutBlocks(read(document))))
        .filteredOn(code -> code.contains("/") && PATH.matcher(code).matches())
        .filteredOn(code -> topLevel.contains(code.substring(0, code.indexOf('/'))))
        .allSatisfy(path -> assertThat(HOME.resolve(path)).exists());
  }

  @Test
  void documentsHaveLinksAndPathsToCheck() {
    String architecture = read(HOME.resolve("docs/architecture.md"));

    assertThat(matches(LINK, architecture)).hasSizeGreaterThan(5);
    assertThat(matches(LINK, read(HOME.resolve("README.md")))).hasSizeGreaterThan(3);
  }

  @Test
  void theMapNamesEveryModuleAndNoFolderThatIsNot() throws IOException {
    Set<String> mapped =
        blocks(read(HOME.resolve("README.md")), "text").stream()
            .flatMap(String::lines)
            .filter(line -> line.matches("\\S+/ {2,}\\S.*"))
            .map(line -> line.substring(0, line.indexOf('/')))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(mapped).allSatisfy(folder -> assertThat(HOME.resolve(folder)).isDirectory());
    assertThat(mapped).containsAll(modules());
  }

  private static List<String> modules() {
    return matches(Pattern.compile("<module>(.*?)</module>"), read(HOME.resolve("pom.xml")));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyCommandOfADocumentIsRunByCi(Path document) {
    String run =
        read(HOME.resolve(".ci/run"))
            + read(HOME.resolve(".github/workflows/ci.yml"))
            + read(HOME.resolve("longtail"));

    assertThat(blocks(read(document), "sh"))
        .flatExtracting(block -> block.lines().toList())
        .allSatisfy(
            command ->
                assertThat(run)
                    .containsPattern("(?m)(^|\\s)" + Pattern.quote(command) + "($|[ \"])"));
  }

  @Test
  void theEventsOfTheReadmeAreEvents() {
    List<String> events = blocks(read(HOME.resolve("README.md")), "json");

    assertThat(events)
        .isNotEmpty()
        .allSatisfy(
            event -> {
              LogEntry decoded = EventCodec.decodeLogEntry(utf8("u-8"), utf8(event.strip()));
              assertThat(decoded.key()).isEqualTo("u-8");
            });
  }

  @Test
  void theReadmeDescribesTheRowsThatAreRead() {
    String grammar = "[-]follower followee [time]";

    assertThat(blocks(read(HOME.resolve("README.md")), "text")).contains(grammar + "\n");
    assertThat(RowParser.parse("-ada\tacme,1262304000 more # why"))
        .isInstanceOfSatisfying(
            Row.Asked.class,
            row -> assertThat(row.event()).isInstanceOf(FollowEvent.Unfollow.class));
  }

  @Test
  void decisionsAreNumberedWithoutAGapAndHaveTheirParts() throws IOException {
    List<String> names;
    try (Stream<Path> files = Files.list(HOME.resolve("docs/adr"))) {
      names = files.map(file -> file.getFileName().toString()).sorted().toList();
    }

    assertThat(names).isNotEmpty().allMatch(name -> ADR.matcher(name).matches());
    assertThat(names.stream().map(name -> Integer.valueOf(name.substring(0, 4))))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, names.size()).boxed().toList());
    assertThat(names)
        .allSatisfy(
            name ->
                assertThat(read(HOME.resolve("docs/adr").resolve(name)))
                    .startsWith("# " + Integer.valueOf(name.substring(0, 4)) + ". ")
                    .contains(
                        "\n## Context\n",
                        "\n## Decision\n",
                        "\n## Consequences\n",
                        "\n## Rejected\n"));
    assertThat(names)
        .allSatisfy(
            name ->
                assertThat(read(HOME.resolve("docs/architecture.md"))).contains("(adr/" + name));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** What stands in blocks fenced as of a language, line feeds included. */
  private static List<String> blocks(String text, String language) {
    return matches(Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$"), text);
  }

  private static String withoutBlocks(String text) {
    return text.replaceAll("(?ms)^```.*?^```$", "");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
