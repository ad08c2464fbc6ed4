package io.longtail.followers.kafka;

import io.longtail.followers.LogRefusedException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Waits at the start until broker and store have both said which log there is, then lets the
 * reading begin, or has the service end if it is a log that must not be applied. From then on it
 * looks again and again, so that the service says what has become of its log also where nothing is
 * read.
 */
final class LogWatch implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LogWatch.class);

  /** An answer takes up to 5 s, a return is noticed within 10 s. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final Duration STOP_MAX = Duration.ofSeconds(6);

  /** One look at the log; any exception but a refusal means: cannot be told now. */
  @FunctionalInterface
  interface Look {
    LogTopic.Identity at() throws LogRefusedException;
  }

  private final Look admission;
  private final Look later;
  private final Runnable admitted;
  private final Consumer<String> refused;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "log-watch");
  private volatile String problem = "not looked at yet";

  LogWatch(Look admission, Look later, Runnable admitted, Consumer<String> refused) {
    this.admission = admission;
    this.later = later;
    this.admitted = admitted;
    this.refused = refused;
  }

  void start() {
    thread.start();
  }

  /** What is wrong with the log now, if anything is. */
  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** False if the thread has ended although nobody told it to. */
  boolean isAlive() {
    return thread.isAlive() || stopping.getCount() == 0;
  }

  @Override
  public void close() {
    stopping.countDown();
    thread.interrupt(); // it may be waiting for an answer
    try {
      thread.join(STOP_MAX.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    if (isAdmitted() && hasBegun()) {
      problem = null;
      while (!isStopping(LOOK_EVERY)) {
        look();
      }
    }
  }

  /** Returns when that is decided, or when told to stop. */
  private boolean isAdmitted() {
    do {
      try {
        LogTopic.Identity log = admission.at();
        LOG.infof("the log is admitted: epoch %d, %d partitions", log.epoch(), log.partitions());
        return true;
      } catch (LogRefusedException e) {
        problem = e.getMessage();
        refused.accept(e.getMessage());
        return false;
      } catch (RuntimeException e) {
        tell(e);
      }
    } while (!isStopping(LOOK_EVERY));
    return false;
  }

  /**
   * The clients are made now: a setting that one of them does not take is a reason not to start.
   */
  private boolean hasBegun() {
    try {
      admitted.run();
      return true;
    } catch (RuntimeException e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      problem = "the reading cannot begin: " + cause.getMessage();
      LOG.debug(problem, e);
      refused.accept(problem);
      return false;
    }
  }

  private void look() {
    try {
      later.at();
      if (problem != null) {
        LOG.info("the log is as it was again");
        problem = null;
      }
    } catch (RuntimeException e) {
      tell(e);
    }
  }

  private void tell(RuntimeException e) {
    String now = String.valueOf(e.getMessage());
    if (!now.equals(problem) && stopping.getCount() > 0) {
      LOG.warn(now);
    }
    problem = now;
  }

  private boolean isStopping(Duration within) {
    try {
      return stopping.await(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }
}
