package io.longtail.local.stored;

/** The two lists of a user, and how they are stored. */
public enum Side {
  FOLLOWERS("followers", "followerOverflow", "followerIds", "followerCount"),
  FOLLOWING("following", "followingOverflow", "followingIds", "followingCount");

  private final String heads;
  private final String pages;
  private final String idsField;
  private final String countField;

  Side(String heads, String pages, String idsField, String countField) {
    this.heads = heads;
    this.pages = pages;
    this.idsField = idsField;
    this.countField = countField;
  }

  /** The collection of the heads; also the word for the list. */
  public String heads() {
    return heads;
  }

  /** The collection of the overflow pages. */
  public String pages() {
    return pages;
  }

  public String idsField() {
    return idsField;
  }

  /** The field of the count, in a head and in the counts of stats-service. */
  public String countField() {
    return countField;
  }

  public Side other() {
    return this == FOLLOWERS ? FOLLOWING : FOLLOWERS;
  }

  /** The edge that a list of this side states: its owner and one member. */
  public StoredEdge edge(String owner, String member) {
    return this == FOLLOWERS ? new StoredEdge(member, owner) : new StoredEdge(owner, member);
  }
}
