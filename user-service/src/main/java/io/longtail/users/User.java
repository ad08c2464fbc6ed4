package io.longtail.users;

import io.longtail.users.profile.Handle;
import io.longtail.users.profile.Profile;
import java.time.Instant;

/** A user, as it is shown: the card and its counts, which are one document. */
public record User(UserId id, Handle handle, Profile profile, Instant createdAt, Counts counts) {

  User with(Counts newer) {
    return new User(id, handle, profile, createdAt, newer);
  }

  /** Whether this is what that request asked for. */
  boolean isWhatWasAskedFor(NewUser asked) {
    return id.equals(asked.id())
        && handle.equals(asked.handle())
        && profile.equals(asked.profile());
  }

  boolean holds(Handle other) {
    return handle.canonical().equals(other.canonical());
  }
}
