package io.longtail.users;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Puts the parts together. */
final class Composition {

  /** 50,000 ids of at most 64 characters: about 10 MB. */
  private static final int PACED_USERS_MAX = 50_000;

  @Produces
  @Singleton
  UserRegistrar registrar(
      Users users,
      HandleClaims claims,
      CountsStore counts,
      @ConfigProperty(name = "longtail.users.claim-takeover-after") Duration takeOverAfter) {
    return new UserRegistrar(users, claims, counts, Clock.systemUTC(), takeOverAfter);
  }

  @Produces
  @Singleton
  UserFinder finder(Users users, HandleClaims claims) {
    return new UserFinder(users, claims);
  }

  @Produces
  @Singleton
  FollowRequester followRequester(Users users, FollowEvents events) {
    return new FollowRequester(users, events);
  }

  @Produces
  @Singleton
  CountsUpdater countsUpdater(
      CountsStore store,
      Users users,
      @ConfigProperty(name = "longtail.users.counts-write-interval") Duration perUser,
      @ConfigProperty(name = "longtail.users.counts-rest-max") Duration restMax) {
    return new CountsUpdater(store, users, new WritePace(perUser, restMax, PACED_USERS_MAX));
  }
}
