package io.longtail.local.verifying;

/** The laws that stored data can violate, by their numbers in README.md. */
public enum Law {
  NO_DUPLICATES(1),
  COUNT_IS_LIST(2),
  BOUNDS(3),
  SIDES_AGREE(4),
  ORDER(5);

  private final int number;

  Law(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
