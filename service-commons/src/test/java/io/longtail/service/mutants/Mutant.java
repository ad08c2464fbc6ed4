package io.longtail.service.mutants;

import java.util.ArrayList;
import java.util.List;

/**
 * A deliberate fault and the test that must fail for it.
 *
 * @param name what the fault is
 * @param rule which rule it breaks
 * @param edits what makes the fault; sources below the module's package
 * @param killedBy {@code Class#method}, below the module's package
 */
public record Mutant(String name, String rule, List<Edit> edits, String killedBy) {

  /**
   * One place in one source. White space does not matter, so that neither indentation nor a line
   * break of the formatter does.
   */
  public record Edit(String source, String snippet, String replacement) {}

  public Mutant {
    edits = List.copyOf(edits);
  }

  public static Rule mutant(String name) {
    return rule -> new Edits(name, rule, List.of());
  }

  /** A mutant of which only the name is known. */
  @FunctionalInterface
  public interface Rule {
    Edits breaks(String rule);
  }

  /** A mutant in the making. */
  public record Edits(String name, String rule, List<Edit> made) {

    public Edits edit(String source, String snippet, String replacement) {
      List<Edit> more = new ArrayList<>(made);
      more.add(new Edit(source, snippet, replacement));
      return new Edits(name, rule, List.copyOf(more));
    }

    public Mutant killedBy(String test) {
      return new Mutant(name, rule, made, test);
    }
  }
}
