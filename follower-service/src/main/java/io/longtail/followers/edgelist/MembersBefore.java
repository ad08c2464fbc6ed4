package io.longtail.followers.edgelist;

/**
 * Whether the member of an ask was in the list right before it. What the head itself or an earlier
 * ask tells is not asked here.
 */
@FunctionalInterface
public interface MembersBefore {
  boolean wasMember(Ask ask);
}
