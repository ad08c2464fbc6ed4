package io.longtail.local.importing;

import io.longtail.events.Cause;
import io.longtail.events.Edge;
import io.longtail.events.FollowEvent;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.events.UserIdRule;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * The grammar of a row: {@code [-]follower followee [time] [more…]}, separated by tabs, spaces or a
 * comma. A {@code -} before the first id is an unfollow; {@code #} begins a comment. A pure
 * function of the line.
 */
public final class RowParser {
  /**
   * Whole numbers from here on are milliseconds: as seconds this is the year 5138, as milliseconds
   * March 1973, so that no time of a real follow can be misread.
   */
  static final long MILLIS_FROM = 100_000_000_000L;

  /** The last millisecond of the year 9999, the end of RFC 3339. */
  private static final long MILLIS_MAX = 253_402_300_799_999L;

  private static final int YEAR_MAX = 9999;

  private RowParser() {}

  /**
   * @param line without its line end; a {@code \r} at its end is passed over
   */
  public static Row parse(String line) {
    Columns columns = new Columns(line);
    if (columns.atEnd()) {
      return Row.Nothing.INSTANCE;
    }
    boolean unfollow = columns.skipMinus();
    String follower = columns.next();
    if (columns.atEnd()) {
      return new Row.Refused(Refusal.FOLLOWEE_MISSING);
    }
    String followee = columns.next();
    String time = columns.next();
    if (!UserIdRule.holds(follower)) {
      return new Row.Refused(Refusal.FOLLOWER_ID);
    }
    if (!UserIdRule.holds(followee)) {
      return new Row.Refused(Refusal.FOLLOWEE_ID);
    }
    if (follower.equals(followee)) {
      return new Row.Refused(Refusal.SELF_FOLLOW);
    }
    Optional<Instant> occurredAt = Optional.empty();
    if (!time.isEmpty()) {
      occurredAt = time(time);
      if (occurredAt.isEmpty()) {
        return new Row.Refused(Refusal.TIME);
      }
    }
    Edge edge = new Edge(new FollowerId(follower), new FolloweeId(followee));
    return new Row.Asked(
        unfollow
            ? new FollowEvent.Unfollow(edge, occurredAt, Cause.IMPORT)
            : new FollowEvent.Follow(edge, occurredAt, Cause.IMPORT));
  }

  /** Empty if it is none. */
  private static Optional<Instant> time(String text) {
    try {
      if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
        long number = Long.parseLong(text);
        if (number > MILLIS_MAX) {
          return Optional.empty();
        }
        return Optional.of(
            number >= MILLIS_FROM ? Instant.ofEpochMilli(number) : Instant.ofEpochSecond(number));
      }
      OffsetDateTime time = OffsetDateTime.parse(text);
      // RFC 3339 has four digits for the year; the services refuse others.
      return time.getYear() >= 0 && time.getYear() <= YEAR_MAX
          ? Optional.of(time.toInstant())
          : Optional.empty();
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A walk over the columns of one line. By hand and not by regex: it runs for every row. */
  private static final class Columns {
    private final String line;
    private int at;

    Columns(String line) {
      this.line = line;
      skipBlanks();
    }

    /** Whether nothing follows but, perhaps, a comment. */
    boolean atEnd() {
      return at == line.length() || line.charAt(at) == '#';
    }

    boolean skipMinus() {
      if (line.charAt(at) != '-') {
        return false;
      }
      at++;
      skipBlanks();
      return true;
    }

    /** The next column, empty if there is none or nothing in it; stops behind its separator. */
    String next() {
      if (atEnd()) {
        return "";
      }
      int begin = at;
      while (at < line.length() && !isBlank(line.charAt(at)) && line.charAt(at) != ',') {
        at++;
      }
      String column = line.substring(begin, at);
      skipBlanks();
      if (at < line.length() && line.charAt(at) == ',') {
        at++;
        skipBlanks();
      }
      return column;
    }

    private void skipBlanks() {
      while (at < line.length() && isBlank(line.charAt(at))) {
        at++;
      }
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t' || c == '\r';
    }
  }
}
