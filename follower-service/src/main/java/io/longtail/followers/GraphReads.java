package io.longtail.followers;

/**
 * Both sides of the graph, for requests: reads answer within a time that a client waits, or throw
 * {@link StoreUnavailableException}.
 */
public record GraphReads(ListReads followers, ListReads following) {

  public ListReads of(Side side) {
    return side == Side.FOLLOWERS ? followers : following;
  }

  /** The lists in which the same edges stand the other way round. */
  public ListReads opposite(Side side) {
    return side == Side.FOLLOWERS ? following : followers;
  }
}
