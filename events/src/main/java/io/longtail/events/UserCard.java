package io.longtail.events;

import java.util.Objects;
import java.util.Optional;

/** What anybody may see of a user: its id, its handle and the name to show. */
public record UserCard(String id, Kind kind, String handle, String name, Optional<String> website) {

  /** The kinds of user, as {@code "type"} in JSON. */
  public enum Kind {
    PERSON,
    ORGANIZATION
  }

  public UserCard {
    UserIdRule.checked(id, "id");
    Objects.requireNonNull(kind);
    Objects.requireNonNull(handle);
    Objects.requireNonNull(name);
    Objects.requireNonNull(website);
  }
}
