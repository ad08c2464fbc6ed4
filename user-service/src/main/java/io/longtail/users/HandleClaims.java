package io.longtail.users;

import io.longtail.users.profile.Handle;
import java.util.Optional;

/** The claims: at most one per canonical handle. */
public interface HandleClaims {

  /** Adds a claim. False: there is one already. */
  boolean add(HandleClaim claim);

  Optional<HandleClaim> find(Handle handle);

  /** Compare-and-set. False: the claim is no longer as it was read. */
  boolean replace(HandleClaim read, HandleClaim claim);

  /** Removes the claim if it is still as it was written. */
  void remove(HandleClaim written);
}
