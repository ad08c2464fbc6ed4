package io.longtail.followers.edgelist;

/** What a head alone says about an id. */
public enum Membership {
  /** It is in the head. */
  MEMBER,
  /** The head has no overflow, or the id is among the removed. */
  NOT_MEMBER,
  /** It may be in a page: the head cannot tell. */
  PERHAPS_IN_PAGES
}
