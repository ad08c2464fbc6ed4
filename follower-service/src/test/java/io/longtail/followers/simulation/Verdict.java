package io.longtail.followers.simulation;

/** What becomes of an operation that an owner is about to do. */
public enum Verdict {
  /** It is done. */
  PROCEED,
  /** Not now: the owner stands before it until it is told to go on, if ever. */
  STOP,
  /** It fails and has no effect; of a bulk, nothing after it has either. */
  FAIL_BEFORE,
  /** It takes effect, and the reply is lost; of a bulk, nothing after it takes effect. */
  FAIL_AFTER,
  /**
   * It alone fails: a write conflict, or a record that the broker refuses. The rest of the bulk is
   * tried all the same.
   */
  REFUSE,
  /** It fails, and takes effect some time later; of a bulk, so does all after it. */
  LATE,
  /** The owner is killed; the operation has no effect. */
  KILL_BEFORE,
  /** The owner is killed right after the operation took effect. */
  KILL_AFTER
}
