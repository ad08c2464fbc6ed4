package io.longtail.followers;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param count members of the whole list, at the revision that the items are from
 * @param sequence changes of the whole list, likewise
 * @param next where the next part begins; empty at the end of the list
 */
public record ListPart(List<Item> items, long count, long sequence, Optional<Place> next) {

  /** A member with the mark of its edge. */
  public record Item(String id, long mark) {}

  /**
   * Right after the edge with this mark. The page it was in is a hint where to look first: marks
   * stay where they are, and what holds them moves.
   */
  public record Place(long mark, int page) {
    /** The edge was in the head. */
    public static final int IN_HEAD = -1;
  }
}
