package io.longtail.stats.rest;

import io.longtail.events.UserIdRule;
import io.longtail.service.web.ProblemException;
import java.util.Arrays;
import java.util.List;

/** The parameter {@code ids}: 1 to 100 ids, separated by commas. */
final class IdList {
  static final int IDS_MAX = 100;
  private static final String FIELD = "ids";

  private IdList() {}

  static List<String> of(String text) {
    if (text == null || text.isEmpty()) {
      throw ProblemException.badRequest(FIELD, "must be given: ids separated by commas");
    }
    // -1: an id left empty at the end is as wrong as one in the middle.
    List<String> ids = Arrays.asList(text.split(",", -1));
    if (ids.size() > IDS_MAX) {
      throw ProblemException.badRequest(FIELD, "must be at most " + IDS_MAX + " ids");
    }
    if (!ids.stream().allMatch(UserIdRule::holds)) {
      throw ProblemException.badRequest(FIELD, "each " + UserIdRule.IN_WORDS);
    }
    return ids;
  }
}
