package io.longtail.followers;

/** A list was rearranged again and again while it was read. Reading it later is safe. */
public final class ListMovedException extends RuntimeException {
  public ListMovedException(String userId) {
    super("the list of " + userId + " is being rearranged");
  }
}
