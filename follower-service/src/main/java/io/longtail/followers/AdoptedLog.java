package io.longtail.followers;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an operator says is the log from now on: {@code <topic id>} for a topic that was created
 * anew; {@code <topic id>:<epoch>} also for the same topic, of which a part is lost. The epoch is
 * the one to begin, so that the setting works once, however often the service is started with it.
 */
public record AdoptedLog(String topicId, OptionalLong epoch) {
  public static final String SETTING = "longtail.adopt-log";
  private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]{22})(?::([1-9]\\d{0,17}))?");

  /**
   * @throws IllegalArgumentException naming setting and rule
   */
  public static AdoptedLog parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          SETTING + " must be <topic id> or <topic id>:<epoch>, not " + text);
    }
    return new AdoptedLog(
        parts.group(1),
        parts.group(2) == null
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseLong(parts.group(2))));
  }

  boolean adopts(SeenLog seen, KnownLog known) {
    if (!topicId.equals(seen.topicId())) {
      return false;
    }
    return epoch.isPresent()
        ? epoch.getAsLong() == known.epoch() + 1
        : !topicId.equals(known.topicId());
  }
}
