package io.longtail.users;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Runs tasks against shared stores one command at a time, in an order that the seed decides. A task
 * may die before a command, or after it took effect and before its reply.
 */
final class Interleaving {

  /** The task died here. */
  static final class Died extends RuntimeException {}

  private record Turn(Semaphore go, Semaphore arrived) {}

  private final Random random;
  private final double deathRate;
  private final ThreadLocal<Turn> own = new ThreadLocal<>();

  Interleaving(long seed, double deathRate) {
    this.random = new Random(seed);
    this.deathRate = deathRate;
  }

  /** A store each of whose commands waits for its turn. */
  @SuppressWarnings("unchecked")
  <T> T steppedThrough(Class<T> port, T store) {
    return (T)
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              awaitTurn();
              dieSometimes();
              Object answer = method.invoke(store, arguments);
              dieSometimes();
              return answer;
            });
  }

  private void awaitTurn() throws InterruptedException {
    Turn turn = own.get();
    turn.arrived().release();
    turn.go().acquire();
  }

  // One task runs at a time, so the shared source of chance is used in one order.
  private void dieSometimes() {
    if (random.nextDouble() < deathRate) {
      throw new Died();
    }
  }

  /** The tasks' results in their order; null for those that died. */
  <T> List<T> run(ExecutorService threads, List<Callable<T>> tasks) throws Exception {
    Map<Integer, Turn> running = new ConcurrentHashMap<>();
    List<Future<T>> futures = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      int number = i;
      Turn turn = new Turn(new Semaphore(0), new Semaphore(0));
      running.put(number, turn);
      futures.add(
          threads.submit(
              () -> {
                own.set(turn);
                try {
                  return tasks.get(number).call();
                } finally {
                  running.remove(number);
                  turn.arrived().release();
                }
              }));
    }
    for (Turn turn : running.values()) {
      turn.arrived().acquire();
    }
    while (!running.isEmpty()) {
      List<Integer> numbers = running.keySet().stream().sorted().toList();
      Turn next = running.get(numbers.get(random.nextInt(numbers.size())));
      next.go().release();
      next.arrived().acquire(); // its next command, or its end
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(resultOf(future));
    }
    return results;
  }

  private static <T> T resultOf(Future<T> future) throws Exception {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Died) {
        return null;
      }
      throw e;
    }
  }

  static ExecutorService threads() {
    return Executors.newCachedThreadPool();
  }
}
