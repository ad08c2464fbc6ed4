package io.longtail.followers.simulation;

import io.longtail.followers.Side;

/**
 * What an owner is about to do: something with one document or one record. What MongoDB or Kafka
 * does in bulk is many of these, since a bulk is not one atomic operation.
 *
 * @param side whose lists; null where it is about none
 * @param user whose list or record; null where it is about none
 * @param subject what is written, or else which page or position it is about
 */
public record Operation(Kind kind, Side side, String user, Object subject) {

  /** Kinds of operations, in about the order in which a batch does them. */
  public enum Kind {
    POLL,
    PROGRESS_READ,
    HEAD_READ,
    PAGE_READ,
    CHANGE_PUBLISH,
    HEAD_SAVE,
    COUNT_PUBLISH,
    PAGE_INSERT,
    PAGE_REPLACE,
    PAGE_DELETE,
    DEAD_LETTER,
    PROGRESS_ADVANCE,
    COMMIT,
    /** A wait after a race was lost. */
    PAUSE
  }

  public boolean is(Kind wanted) {
    return kind == wanted;
  }

  public boolean isOn(Side wanted) {
    return side == wanted;
  }

  public boolean isOf(String wanted) {
    return wanted.equals(user);
  }

  public boolean isHeadRead() {
    return is(Kind.HEAD_READ);
  }

  public boolean isPageRead() {
    return is(Kind.PAGE_READ);
  }

  public boolean isHeadSave() {
    return is(Kind.HEAD_SAVE);
  }

  public boolean isPageInsert() {
    return is(Kind.PAGE_INSERT);
  }

  public boolean isPageReplace() {
    return is(Kind.PAGE_REPLACE);
  }

  public boolean isPageDelete() {
    return is(Kind.PAGE_DELETE);
  }

  public boolean isChangePublish() {
    return is(Kind.CHANGE_PUBLISH);
  }

  public boolean isCountPublish() {
    return is(Kind.COUNT_PUBLISH);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind.toString());
    if (user != null) {
      text.append(" of ").append(user);
    }
    if (side != null) {
      text.append(" (").append(side).append(')');
    }
    return subject == null ? text.toString() : text.append(": ").append(subject).toString();
  }
}
