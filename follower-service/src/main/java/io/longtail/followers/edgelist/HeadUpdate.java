package io.longtail.followers.edgelist;

import java.util.List;

/**
 * A head and what follows from it: to be saved if the stored revision is still {@code
 * before.revision()}. The changes are those that the asks brought about, in order.
 */
public record HeadUpdate(Head before, Head after, List<ListChange> changes) {
  public HeadUpdate {
    changes = List.copyOf(changes);
  }

  /** A step that only moves members between the head and its pages. */
  static HeadUpdate rearranging(Head before, Head after) {
    return new HeadUpdate(before, after, List.of());
  }

  /** Saves nothing but the next revision: what was read from the old one is outdated then. */
  public static HeadUpdate touching(Head head) {
    return new HeadUpdate(head, head.touched(), List.of());
  }
}
