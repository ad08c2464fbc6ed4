package io.longtail.followers.mongo;

import io.longtail.followers.Side;

/** The names in which the documents of the two sides differ. */
record ListFields(String heads, String pages, String ids, String count) {
  private static final ListFields FOLLOWERS =
      new ListFields("followers", "followerOverflow", "followerIds", "followerCount");
  private static final ListFields FOLLOWING =
      new ListFields("following", "followingOverflow", "followingIds", "followingCount");

  static ListFields of(Side side) {
    return side == Side.FOLLOWERS ? FOLLOWERS : FOLLOWING;
  }
}
