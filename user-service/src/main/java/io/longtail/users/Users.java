package io.longtail.users;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The users' documents. An id can be <em>barred</em>: there is no such user, and whoever was about
 * to add it without knowing of the bar fails. Everywhere else a barred id is an unknown one.
 */
public interface Users {

  Optional<User> find(UserId id);

  /** Those of the ids that are users. One read. */
  Set<UserId> known(Collection<UserId> ids);

  /** What stands at an id that a user is to be added to. */
  Place look(UserId id);

  /** Adds a user where nothing is. False: there is something. */
  boolean add(User user);

  /** Adds a user in place of a bar. False: the bar is no longer this one. */
  boolean addInPlaceOf(String bar, User user);

  /** Puts a bar where nothing is. False: there is something. */
  boolean bar(UserId id, String bar);

  /** Puts a new bar in place of an old one. False: the bar is no longer the old one. */
  boolean barAgain(UserId id, String old, String bar);

  /** Takes over counts where they are newer. Ids that are no users are passed over. */
  void update(Map<UserId, Counts> counts);

  /** What stands at an id. */
  sealed interface Place {
    record Taken(User user) implements Place {}

    record Barred(String bar) implements Place {}

    record Empty() implements Place {}
  }
}
