package io.longtail.followers.simulation;

import io.longtail.followers.simulation.Steps.Killed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Somebody at work on a thread of their own, but only when told. Right before each operation they
 * may be stopped, left there for ever, woken later, made to fail, or killed. While they run, who
 * told them to waits: exactly one thread runs at any time, so what happens is a function of what is
 * told.
 */
public final class SteppedOwner implements AutoCloseable {
  /** Nobody works that long between two operations; only an endless loop does. */
  private static final long STEP_SECONDS_MAX = 120;

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "stepped-owner");
            thread.setDaemon(true);
            return thread;
          });

  private final String name;
  private final Consumer<Steps> work;
  private final Semaphore ownersTurn = new Semaphore(0);
  private final Semaphore callersTurn = new Semaphore(0);
  private final List<Late> putOff = new ArrayList<>();

  // Handed to and fro by the semaphores.
  private Function<Operation, Verdict> decider;
  private Operation next;
  private boolean ended;
  private Throwable failure;

  private SteppedOwner(String name, Consumer<Steps> work) {
    this.name = name;
    this.work = work;
  }

  /** Stands before the first operation of the work, or at its end if it has none. */
  public static SteppedOwner begin(String name, Consumer<Steps> work) {
    SteppedOwner owner = new SteppedOwner(name, work);
    owner.decider = operation -> Verdict.STOP;
    THREADS.execute(owner::work);
    owner.awaitStop();
    return owner;
  }

  private void work() {
    try {
      work.accept(new Decided());
    } catch (Killed e) {
      // as told
    } catch (Throwable e) {
      failure = e;
    } finally {
      next = null;
      ended = true;
      callersTurn.release();
    }
  }

  private final class Decided implements Steps {
    @Override
    public Verdict before(Operation operation) {
      Verdict verdict = decider.apply(operation);
      while (verdict == Verdict.STOP) {
        next = operation;
        callersTurn.release();
        ownersTurn.acquireUninterruptibly();
        verdict = decider.apply(operation);
      }
      return verdict;
    }

    @Override
    public void putOff(Operation operation, Runnable effect) {
      putOff.add(new Late(operation, effect));
    }
  }

  /** Goes on until the decider says to stop, or to the end. It is asked before each operation. */
  public void run(Function<Operation, Verdict> newDecider) {
    if (ended) {
      return;
    }
    decider = newDecider;
    ownersTurn.release();
    awaitStop();
  }

  private void awaitStop() {
    try {
      if (!callersTurn.tryAcquire(STEP_SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new AssertionError(this + " does not get to its next operation");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Gives the next operation this verdict, and goes on to the one after it. */
  public SteppedOwner step(Verdict verdict) {
    if (ended) {
      throw new AssertionError(this + " has no next operation");
    }
    boolean[] given = {false};
    run(
        operation -> {
          if (given[0]) {
            return Verdict.STOP;
          }
          given[0] = true;
          return verdict;
        });
    return this;
  }

  public SteppedOwner step() {
    return step(Verdict.PROCEED);
  }

  /** Goes on up to such an operation, and stands before it. That it gets there is checked. */
  public SteppedOwner runUntil(Predicate<Operation> wanted) {
    run(operation -> wanted.test(operation) ? Verdict.STOP : Verdict.PROCEED);
    if (ended) {
      throw new AssertionError(this + " before any such operation", failure);
    }
    return this;
  }

  /** The same, and does it. */
  public SteppedOwner runThrough(Predicate<Operation> wanted) {
    return runUntil(wanted).step();
  }

  /** Goes on to the end without being disturbed; throws what the work throws. */
  public void finish() {
    run(operation -> Verdict.PROCEED);
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  /** Ends before the next operation, as a process does that is killed. */
  public void kill() {
    run(operation -> Verdict.KILL_BEFORE);
  }

  private record Late(Operation operation, Runnable effect) {}

  /** Lets everything of this owner take effect that was late. */
  public void landLate() {
    while (lateCount() > 0) {
      land(0);
    }
  }

  public int lateCount() {
    return putOff.size();
  }

  public Operation late(int which) {
    return putOff.get(which).operation();
  }

  /** Lets one operation take effect that was late. */
  public void land(int which) {
    putOff.remove(which).effect().run();
  }

  public String name() {
    return name;
  }

  /** The operation that it stands before; empty at the end. */
  public Optional<Operation> next() {
    return Optional.ofNullable(next);
  }

  public boolean hasEnded() {
    return ended;
  }

  /** What the work ended with, if with a failure. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Kills it, if it has not ended. */
  @Override
  public void close() {
    kill();
  }

  @Override
  public String toString() {
    return name + (ended ? " (ended)" : next == null ? "" : " before " + next);
  }
}
