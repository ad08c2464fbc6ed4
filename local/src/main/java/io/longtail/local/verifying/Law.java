package io.longtail.local.verifying;

/** The laws that what is stored or published can violate, by their numbers in README.md. */
public enum Law {
  NO_DUPLICATES(1),
  COUNT_IS_LIST(2),
  BOUNDS(3),
  SIDES_AGREE(4),
  ORDER(5),
  SEQUENCE(7);

  private final int number;

  Law(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** Whether a list that violates it can be rebuilt from what is stored of it. */
  boolean isMendedInTheList() {
    return this == NO_DUPLICATES || this == COUNT_IS_LIST || this == BOUNDS;
  }
}
