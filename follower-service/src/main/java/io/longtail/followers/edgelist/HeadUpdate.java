package io.longtail.followers.edgelist;

import java.util.List;
import java.util.Optional;

/**
 * A head and what follows from it: to be saved if the stored revision is still {@code
 * before.revision()}.
 *
 * @param changes what the asks brought about, in order
 * @param rebuilt whether the stored document is not to be trusted: it is replaced as a whole
 */
public record HeadUpdate(Head before, Head after, List<ListChange> changes, boolean rebuilt) {

  public HeadUpdate {
    changes = List.copyOf(changes);
  }

  public HeadUpdate(Head before, Head after, List<ListChange> changes) {
    this(before, after, changes, false);
  }

  /** A step that only moves members between the head and its pages. */
  static HeadUpdate rearranging(Head before, Head after) {
    return new HeadUpdate(before, after, List.of());
  }

  /** Saves nothing but the next revision: what was read from the old one is outdated then. */
  public static HeadUpdate touching(Head head) {
    return new HeadUpdate(head, head.touched(), List.of());
  }

  static HeadUpdate rebuilding(Head before, Head after) {
    return new HeadUpdate(before, after, List.of(), true);
  }

  /** The edges that were appended, where that is all that happened to the head's edges. */
  public Optional<Edges> appended() {
    return before.edges().isPrefixOf(after.edges())
        ? Optional.of(after.edges().withoutFirst(before.edges().size()))
        : Optional.empty();
  }
}
