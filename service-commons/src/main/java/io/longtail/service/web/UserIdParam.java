package io.longtail.service.web;

import io.longtail.events.UserIdRule;

/** Checks ids that come in paths, queries and bodies. */
public final class UserIdParam {
  private UserIdParam() {}

  /** The id, or 400 naming the field. */
  public static String required(String field, String id) {
    if (!UserIdRule.holds(id)) {
      throw ProblemException.badRequest(field, UserIdRule.IN_WORDS);
    }
    return id;
  }
}
