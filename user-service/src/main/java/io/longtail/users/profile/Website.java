package io.longtail.users.profile;

import java.net.URI;
import java.net.URISyntaxException;

/** The rule for websites: pages show them as links, so a scheme that runs code is refused. */
public final class Website {
  public static final int LENGTH_MAX = 2000;
  public static final String RULE =
      "must be an absolute http or https URL without a user name, of at most "
          + LENGTH_MAX
          + " characters";

  private Website() {}

  public static boolean isValid(String text) {
    if (text == null || text.length() > LENGTH_MAX) {
      return false;
    }
    try {
      URI uri = new URI(text);
      return uri.getHost() != null
          && uri.getUserInfo() == null
          && ("http".equalsIgnoreCase(uri.getScheme())
              || "https".equalsIgnoreCase(uri.getScheme()));
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
