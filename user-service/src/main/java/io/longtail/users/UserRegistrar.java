package io.longtail.users;

import io.longtail.users.Registration.HandleTaken;
import io.longtail.users.Registration.IdTaken;
import io.longtail.users.Registration.Registered;
import io.longtail.users.Users.Place;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Registers users: two documents, the claim of the handle and the user, without a transaction.
 *
 * <pre>
 *   claim the handle ──▶ add the user, with the counts known of its id ──▶ look at the counts again
 *                    ▲
 *                    a crash here leaves a claim without a user
 * </pre>
 *
 * <p>A repeated request takes up its own claim. Anybody else may take a claim over that is older
 * than {@code takeOverAfter} and whose user is not there. Its owner may only be slow, so the
 * takeover first bars the owner's id and then compares-and-sets the claim:
 *
 * <pre>
 *   owner:   write or read claim (token t) ────────────────▶ add user, fails if barred
 *   taker:                 read claim (t) ──▶ bar owner's id ──▶ replace claim, fails if no longer t
 * </pre>
 *
 * If the owner's user is added before the bar, the bar fails and the claim stays; if after, the
 * adding fails. An owner that finds a bar has to write its claim anew before it replaces the bar,
 * and a taker that finds one has to bar again: so each still undoes the other's half. The age is a
 * courtesy to those under way; nothing rests on clocks.
 */
public final class UserRegistrar {

  /** Each further attempt means that somebody else got something done in between. */
  private static final int ATTEMPTS_MAX = 10;

  private final Users users;
  private final HandleClaims claims;
  private final CountsStore counts;
  private final Clock clock;
  private final Duration takeOverAfter;

  public UserRegistrar(
      Users users, HandleClaims claims, CountsStore counts, Clock clock, Duration takeOverAfter) {
    this.users = users;
    this.claims = claims;
    this.counts = counts;
    this.clock = clock;
    this.takeOverAfter = takeOverAfter;
  }

  /**
   * Registers a user; asking for the same again gives the same.
   *
   * @throws StoreUnavailableException if it is not known how it ended; repeating is safe
   */
  public Registration register(NewUser asked) {
    Optional<String> bar = Optional.empty();
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Optional<HandleClaim> claim = claim(asked, bar.isPresent());
      if (claim.isEmpty()) {
        return new HandleTaken();
      }
      User user = newUser(asked);
      if (bar.isPresent() ? users.addInPlaceOf(bar.get(), user) : users.add(user)) {
        return new Registered(withNewestCounts(user));
      }
      Place place = users.look(asked.id());
      if (place instanceof Place.Taken taken) {
        return idIsTaken(asked, taken.user(), claim.get());
      }
      bar = place instanceof Place.Barred barred ? Optional.of(barred.bar()) : Optional.empty();
    }
    throw lostTooManyRaces(asked);
  }

  /**
   * The claim of the handle for this id, or empty if somebody else has it.
   *
   * @param anew a claim of an earlier attempt or request will not do
   */
  private Optional<HandleClaim> claim(NewUser asked, boolean anew) {
    HandleClaim claim =
        new HandleClaim(asked.handle(), asked.id(), UUID.randomUUID().toString(), now());
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (claims.add(claim)) {
        return Optional.of(claim);
      }
      Optional<HandleClaim> found = claims.find(asked.handle());
      if (found.isEmpty()) {
        continue; // removed in between
      }
      HandleClaim current = found.get();
      boolean isOwn = current.userId().equals(asked.id());
      if (isOwn && !anew) {
        return found;
      }
      if (!isOwn && !makeFree(current)) {
        return Optional.empty();
      }
      if (claims.replace(current, claim)) {
        return Optional.of(claim);
      }
    }
    throw lostTooManyRaces(asked);
  }

  /** Sees to it that the owner of a claim cannot use it any more. False: it is in use. */
  private boolean makeFree(HandleClaim claim) {
    if (now().isBefore(claim.claimedAt().plus(takeOverAfter))) {
      return false;
    }
    String bar = UUID.randomUUID().toString();
    Place place = users.look(claim.userId());
    if (place instanceof Place.Taken taken) {
      // An id becomes a user once: one that is there with another handle does not use this one.
      return !taken.user().holds(claim.handle());
    }
    if (place instanceof Place.Barred barred) {
      return users.barAgain(claim.userId(), barred.bar(), bar);
    }
    return users.bar(claim.userId(), bar);
  }

  private Registration idIsTaken(NewUser asked, User existing, HandleClaim claim) {
    if (existing.isWhatWasAskedFor(asked)) {
      return new Registered(withNewestCounts(existing));
    }
    if (!existing.holds(asked.handle())) {
      claims.remove(claim); // if this fails, it can be taken over
    }
    return new IdTaken();
  }

  private User newUser(NewUser asked) {
    Instant now = now();
    return new User(
        asked.id(),
        asked.handle(),
        asked.profile(),
        now,
        counts.find(asked.id()).orElse(Counts.noneAsOf(now)));
  }

  /**
   * Counts that came between reading them and adding the user passed the user over, since it was
   * not there. {@link CountsUpdater} keeps counts before it looks for users, so they can be read
   * now.
   */
  private User withNewestCounts(User user) {
    Optional<Counts> newer = counts.find(user.id()).filter(x -> x.isNewerThan(user.counts()));
    newer.ifPresent(x -> users.update(Map.of(user.id(), x)));
    return newer.map(user::with).orElse(user);
  }

  private static StoreUnavailableException lostTooManyRaces(NewUser asked) {
    return new StoreUnavailableException(
        new IllegalStateException("lost " + ATTEMPTS_MAX + " races for " + asked.handle()));
  }

  // What the database stores: an answer now must equal one from the document later.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
