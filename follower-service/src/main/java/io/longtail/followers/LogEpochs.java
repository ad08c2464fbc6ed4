package io.longtail.followers;

/**
 * Which epoch the log of follow events is in. Offsets mean something only in one log: a topic that
 * was deleted and created again begins at 0 under the same name, so the epoch is bound to the
 * topic's own id.
 */
public interface LogEpochs {

  /**
   * The epoch of the log with this id; the first log ever seen gets epoch 1.
   *
   * @throws LogReplacedException if another log was applied before and this one was not adopted
   */
  long epochOf(String topicId);
}
