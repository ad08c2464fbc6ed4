package io.longtail.followers.edgelist;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * The main document of a list: the newest ids, and all that is needed to find the rest. The list is
 * the pages from {@code firstPage} (inclusive) to {@code nextPage} (exclusive) without {@code
 * removedIds}, then {@code edges}. Immutable; revision 0 means that it was never stored.
 *
 * @param userId whose list it is
 * @param edges the newest members
 * @param count members in the whole list
 * @param removedIds members of pages that left; their entries in pages do not count
 * @param sequence changes of the list so far
 * @param lastMark the highest mark ever given
 * @param revision grows by one with each save
 */
public record Head(
    String userId,
    Edges edges,
    long count,
    int firstPage,
    int nextPage,
    Set<String> removedIds,
    long sequence,
    long lastMark,
    long revision,
    AppliedOffsets applied) {

  public Head {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(edges);
    Objects.requireNonNull(applied);
    removedIds =
        removedIds.isEmpty()
            ? Set.of()
            : Collections.unmodifiableSet(new LinkedHashSet<>(removedIds));
  }

  /** The list of a user whom no event has touched yet. */
  public static Head empty(String userId) {
    return new Head(userId, Edges.NONE, 0, 0, 0, Set.of(), 0, 0, 0, AppliedOffsets.NONE);
  }

  public boolean isStored() {
    return revision > 0;
  }

  public boolean hasOverflow() {
    return firstPage < nextPage;
  }

  public int pages() {
    return nextPage - firstPage;
  }

  public Membership membershipOf(String id) {
    if (edges.contains(id)) {
      return Membership.MEMBER;
    }
    return hasOverflow() && !removedIds.contains(id)
        ? Membership.PERHAPS_IN_PAGES
        : Membership.NOT_MEMBER;
  }

  /** The next revision with other edges and pages; neither the count nor the sequence changes. */
  Head rearranged(Edges edges, int firstPage, int nextPage, Set<String> removedIds) {
    return new Head(
        userId,
        edges,
        count,
        firstPage,
        nextPage,
        removedIds,
        sequence,
        lastMark,
        revision + 1,
        applied);
  }

  /** The same content under the next revision. */
  public Head touched() {
    return rearranged(edges, firstPage, nextPage, removedIds);
  }
}
