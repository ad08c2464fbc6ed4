package io.longtail.users;

import java.util.Map;
import java.util.Optional;

/**
 * The newest counts of every id that counts were ever published of, also of those not registered.
 */
public interface CountsStore {

  Optional<Counts> find(UserId id);

  /** Keeps those that are newer than what is there. */
  void keepNewest(Map<UserId, Counts> counts);
}
