package io.longtail.followers.edgelist;

/**
 * An ask that changed the list.
 *
 * @param sequence of the list, with this change
 * @param count of the list, with this change
 */
public record ListChange(Ask ask, long sequence, long count) {}
