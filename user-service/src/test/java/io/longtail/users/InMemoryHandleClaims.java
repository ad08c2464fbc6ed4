package io.longtail.users;

import io.longtail.users.profile.Handle;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** {@link HandleClaims} in a map; each operation is atomic, as one command of the database is. */
final class InMemoryHandleClaims implements HandleClaims {
  private final Map<String, HandleClaim> claims = new ConcurrentHashMap<>();

  @Override
  public boolean add(HandleClaim claim) {
    return claims.putIfAbsent(claim.handle().canonical(), claim) == null;
  }

  @Override
  public Optional<HandleClaim> find(Handle handle) {
    return Optional.ofNullable(claims.get(handle.canonical()));
  }

  @Override
  public boolean replace(HandleClaim read, HandleClaim claim) {
    return claims.replace(read.handle().canonical(), read, claim);
  }

  @Override
  public void remove(HandleClaim written) {
    claims.remove(written.handle().canonical(), written);
  }
}
