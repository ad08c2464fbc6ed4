package io.longtail.users;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** {@link Users} in a map; each operation is atomic, as one command of the database is. */
final class InMemoryUsers implements Users {
  private final Map<UserId, Place> places = new ConcurrentHashMap<>();

  /** How often each user's counts were written. */
  final Map<UserId, Integer> countWrites = new ConcurrentHashMap<>();

  Collection<User> all() {
    return places.values().stream()
        .filter(Place.Taken.class::isInstance)
        .map(place -> ((Place.Taken) place).user())
        .toList();
  }

  @Override
  public Optional<User> find(UserId id) {
    return look(id) instanceof Place.Taken taken ? Optional.of(taken.user()) : Optional.empty();
  }

  @Override
  public Set<UserId> known(Collection<UserId> ids) {
    return ids.stream().filter(id -> find(id).isPresent()).collect(Collectors.toSet());
  }

  @Override
  public Place look(UserId id) {
    return places.getOrDefault(id, new Place.Empty());
  }

  @Override
  public boolean add(User user) {
    return places.putIfAbsent(user.id(), new Place.Taken(user)) == null;
  }

  @Override
  public boolean addInPlaceOf(String bar, User user) {
    return places.replace(user.id(), new Place.Barred(bar), new Place.Taken(user));
  }

  @Override
  public boolean bar(UserId id, String bar) {
    return places.putIfAbsent(id, new Place.Barred(bar)) == null;
  }

  @Override
  public boolean barAgain(UserId id, String old, String bar) {
    return places.replace(id, new Place.Barred(old), new Place.Barred(bar));
  }

  @Override
  public void update(Map<UserId, Counts> counts) {
    counts.forEach(
        (id, next) ->
            places.computeIfPresent(
                id,
                (same, place) -> {
                  if (place instanceof Place.Taken taken
                      && next.isNewerThan(taken.user().counts())) {
                    countWrites.merge(id, 1, Integer::sum);
                    return new Place.Taken(taken.user().with(next));
                  }
                  return place;
                }));
  }
}
