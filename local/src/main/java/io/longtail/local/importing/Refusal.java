package io.longtail.local.importing;

/** Why a row is no valid edge, in words for people. */
public enum Refusal {
  FOLLOWEE_MISSING("no second id"),
  FOLLOWER_ID("the first id is no user id"),
  FOLLOWEE_ID("the second id is no user id"),
  SELF_FOLLOW("follows itself"),
  TIME("the third column is no time"),
  NOT_TEXT("not text"),
  TOO_LONG("longer than " + EdgeFile.LINE_BYTES_MAX + " bytes"),
  CUT_OFF("the compressed file ends early or is damaged, here");

  private final String inWords;

  Refusal(String inWords) {
    this.inWords = inWords;
  }

  public String inWords() {
    return inWords;
  }
}
