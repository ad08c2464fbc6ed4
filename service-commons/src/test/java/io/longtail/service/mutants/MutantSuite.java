package io.longtail.service.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.service.mutants.KillingTest.Outcome;
import io.longtail.service.mutants.KillingTest.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * The mutants of one module as tests: each killing test passes on the code as it is, and fails on
 * its mutant for what it asserts. And the document has exactly these mutants.
 */
public final class MutantSuite {
  /** Far above what any killing test takes, also on a machine with much else to do. */
  private static final Duration LIMIT = Duration.ofSeconds(120);

  private final String packageName;
  private final String heading;
  private final List<Mutant> mutants;
  private final MutatedClasses classes;

  /** One for all tests of the code as it is: they have nothing to keep apart. */
  private final MutatedLoader asBuilt = new MutatedLoader(Map.of(), getClass().getClassLoader());

  /** Documented under the name of the module. */
  public MutantSuite(String packageName, List<Mutant> mutants) {
    this(packageName, Path.of("").toAbsolutePath().getFileName().toString(), mutants);
  }

  /**
   * @param packageName of the module; sources and killing tests are told relative to it
   * @param heading of the part of the document
   */
  public MutantSuite(String packageName, String heading, List<Mutant> mutants) {
    this.packageName = packageName;
    this.heading = heading;
    this.mutants = List.copyOf(mutants);
    // Tests run in the module's folder.
    this.classes = new MutatedClasses(Path.of("src/main/java", packageName.split("\\.")));
  }

  public Stream<DynamicNode> tests() {
    return Stream.of(
        DynamicTest.dynamicTest("names differ", this::assertNamesDiffer),
        DynamicTest.dynamicTest("docs/mutants.md lists exactly these", this::assertDocumented),
        DynamicContainer.dynamicContainer(
            "the code as it is",
            mutants.stream()
                .map(Mutant::killedBy)
                .distinct()
                .map(test -> DynamicTest.dynamicTest(test, () -> assertPasses(test)))),
        DynamicContainer.dynamicContainer(
            "mutants",
            mutants.stream()
                .map(
                    mutant -> DynamicTest.dynamicTest(mutant.name(), () -> assertKilled(mutant)))));
  }

  private void assertPasses(String test) {
    Run run = killingTest(test).in(asBuilt, LIMIT);
    assertThat(run.outcome())
        .as("%s without a fault: %s", test, run.reason())
        .isEqualTo(Outcome.PASSED);
  }

  private void assertKilled(Mutant mutant) {
    Run run = run(mutant, LIMIT);
    assertThat(run.outcome())
        .as("%s on the mutant: %s", mutant.killedBy(), run.reason())
        .isEqualTo(Outcome.KILLED);
  }

  Run run(Mutant mutant, Duration limit) {
    return killingTest(mutant.killedBy())
        .in(new MutatedLoader(classes.of(mutant.edits()), getClass().getClassLoader()), limit);
  }

  private KillingTest killingTest(String named) {
    String[] classAndMethod = named.split("#");
    return new KillingTest(packageName + "." + classAndMethod[0], classAndMethod[1]);
  }

  private void assertNamesDiffer() {
    assertThat(mutants.stream().map(Mutant::name)).isNotEmpty().doesNotHaveDuplicates();
  }

  private void assertDocumented() {
    assertThat(documented())
        .as("rows below \"%s\" in docs/mutants.md", heading)
        .isEqualTo(mutants.stream().map(MutantSuite::row).toList());
  }

  private static String row(Mutant mutant) {
    return "| " + mutant.name() + " | " + mutant.rule() + " | `" + mutant.killedBy() + "` |";
  }

  /** The rows below the heading, without the two of the table's head. */
  private List<String> documented() {
    try (Stream<String> lines = Files.lines(Path.of("../docs/mutants.md"))) {
      return lines
          .dropWhile(line -> !line.equals("## " + heading))
          .skip(1)
          .takeWhile(line -> !line.startsWith("## "))
          .filter(line -> line.startsWith("|"))
          .skip(2)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
