package io.longtail.users.profile;

import java.util.Objects;
import java.util.Optional;

/** Who a user is: a person or an organization. */
public sealed interface Profile {

  record Person(String firstName, String lastName) implements Profile {
    public Person {
      requireName(firstName);
      requireName(lastName);
    }
  }

  record Organization(String name, Optional<String> website) implements Profile {
    public Organization {
      requireName(name);
      Objects.requireNonNull(website);
      if (website.isPresent() && !Website.isValid(website.get())) {
        throw new IllegalArgumentException("website " + Website.RULE);
      }
    }
  }

  private static void requireName(String name) {
    if (!DisplayName.isValid(name)) {
      throw new IllegalArgumentException("name " + DisplayName.RULE);
    }
  }
}
