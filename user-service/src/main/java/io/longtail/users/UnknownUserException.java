package io.longtail.users;

/** There is no user of this id. */
public final class UnknownUserException extends RuntimeException {
  private final transient UserId id;

  public UnknownUserException(UserId id) {
    super("there is no user " + id);
    this.id = id;
  }

  public UserId id() {
    return id;
  }
}
