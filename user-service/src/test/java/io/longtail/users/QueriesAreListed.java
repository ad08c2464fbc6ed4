package io.longtail.users;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.longtail.service.testing.ListedQueries;

/** Sees every command of this service's client in tests: Quarkus finds it by its interface. */
class QueriesAreListed implements CommandListener {
  private final ListedQueries listed = ListedQueries.of("user-service");

  @Override
  public void commandStarted(CommandStartedEvent event) {
    listed.check(event);
  }
}
