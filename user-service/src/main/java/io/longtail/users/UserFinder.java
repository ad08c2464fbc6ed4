package io.longtail.users;

import io.longtail.users.profile.Handle;
import java.util.Optional;

/** Finds users. */
public final class UserFinder {
  private final Users users;
  private final HandleClaims claims;

  public UserFinder(Users users, HandleClaims claims) {
    this.users = users;
    this.claims = claims;
  }

  public Optional<User> byId(UserId id) {
    return users.find(id);
  }

  /** A claim alone is no user: its owner may not be there yet, or never come. */
  public Optional<User> byHandle(Handle handle) {
    return claims
        .find(handle)
        .flatMap(claim -> users.find(claim.userId()))
        .filter(user -> user.holds(handle));
  }
}
