package io.longtail.users;

/** How a registration ended. */
public sealed interface Registration {

  /** The user is there, by this request or by an earlier one that asked for the same. */
  record Registered(User user) implements Registration {}

  /** Another user has the handle, or is being registered with it. */
  record HandleTaken() implements Registration {}

  /** There is another user of this id. */
  record IdTaken() implements Registration {}
}
