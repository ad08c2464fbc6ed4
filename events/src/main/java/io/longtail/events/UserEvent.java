package io.longtail.events;

/**
 * What happened to a user, on {@link Topic#USER_EVENTS}. {@code revision} is that of the user's
 * document: the highest of a user wins. After a deletion a tombstone (a null value) follows.
 */
public sealed interface UserEvent {

  record UserCreated(UserCard user, long revision) implements UserEvent {
    @Override
    public String key() {
      return user.id();
    }
  }

  record UserUpdated(UserCard user, long revision) implements UserEvent {
    @Override
    public String key() {
      return user.id();
    }
  }

  record UserDeleted(String userId, long revision) implements UserEvent {
    @Override
    public String key() {
      return userId;
    }
  }

  long revision();

  String key();
}
