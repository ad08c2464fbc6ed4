package io.longtail.followers;

/** Both sides of the graph. */
public record FollowGraph(EdgeLists followers, EdgeLists following) {

  public EdgeLists of(Side side) {
    return side == Side.FOLLOWERS ? followers : following;
  }

  /** The lists in which the same edges stand the other way round. */
  public EdgeLists opposite(Side side) {
    return side == Side.FOLLOWERS ? following : followers;
  }
}
