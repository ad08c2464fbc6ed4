package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The instances of follower-service of one line, of which some live and some are being ended. */
final class Fleet {
  /** A request under way gets 10 s, a batch in hand and the members' leave some more. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(90);

  /** What the JVM says when it has ended in order because of a SIGTERM. */
  private static final int ENDED_BY_SIGTERM = 143;

  private final Line line;
  private final Map<String, String> settings;
  private final List<ServiceProcess> living = new ArrayList<>();

  /** Were ready once, and nobody has ended them: they must answer. */
  private final Set<ServiceProcess> answering = ConcurrentHashMap.newKeySet();

  private int started;
  private int killed;
  private volatile int left;
  private Duration longestLeave = Duration.ZERO;

  Fleet(Line line, Map<String, String> settings) {
    this.line = line;
    this.settings = settings;
  }

  /** Starts one more; returns at once. */
  synchronized void join() {
    living.add(line.beginFollowerService(settings));
    started++;
  }

  synchronized int size() {
    return living.size();
  }

  synchronized List<ServiceProcess> living() {
    return List.copyOf(living);
  }

  /** SIGKILL for any of them, at once. */
  void kill(Random random) {
    ServiceProcess victim = take(random);
    victim.kill();
    killed++;
  }

  /** SIGTERM for any of them that has been ready: it must end in order, and soon. */
  void leave(Random random) {
    noticeReady();
    ServiceProcess leaver = takeReady(random);
    if (leaver == null) {
      return;
    }
    long begin = System.nanoTime();
    int exitCode = leaver.terminate(ENDS_WITHIN);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(exitCode).as("exit code of %s", leaver.name()).isIn(0, ENDED_BY_SIGTERM);
    // On a busy machine requests may still be under way at the end of the time that they get.
    assertThat(leaver.logText())
        .as("end of %s", leaver.name())
        .containsAnyOf("stopped in", "Timed out waiting for graceful shutdown");
    longestLeave = took.compareTo(longestLeave) > 0 ? took : longestLeave;
    left++;
  }

  private synchronized ServiceProcess take(Random random) {
    ServiceProcess taken = living.remove(random.nextInt(living.size()));
    answering.remove(taken);
    return taken;
  }

  private synchronized ServiceProcess takeReady(Random random) {
    List<ServiceProcess> ready = living.stream().filter(answering::contains).toList();
    if (ready.isEmpty()) {
      return null;
    }
    ServiceProcess taken = ready.get(random.nextInt(ready.size()));
    living.remove(taken);
    answering.remove(taken);
    return taken;
  }

  /** From its first readiness on, an instance must answer until it is ended. */
  void noticeReady() {
    for (ServiceProcess each : living()) {
      if (!answering.contains(each) && each.isReady()) {
        synchronized (this) {
          if (living.contains(each)) {
            answering.add(each);
          }
        }
      }
    }
  }

  boolean mustAnswer(ServiceProcess service) {
    return answering.contains(service);
  }

  Optional<ServiceProcess> someAnswering(Random random) {
    List<ServiceProcess> all = List.copyOf(answering);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
  }

  /** So many have ended in order because of a SIGTERM. */
  int left() {
    return left;
  }

  /** Those that do not say that they live although nobody has ended them. */
  List<String> red() {
    List<String> red = new ArrayList<>();
    for (ServiceProcess each : List.copyOf(answering)) {
      String state;
      try {
        ServiceProcess.Answer answer = each.get("/q/health/live");
        state = answer.status() == 200 ? null : answer.toString();
      } catch (IOException e) {
        state = e.toString();
      }
      if (state != null && mustAnswer(each)) {
        red.add(each.name() + " liveness: " + state);
      }
    }
    return red;
  }

  String report() {
    return "%d started, %d killed, %d left by SIGTERM (longest %.1f s)"
        .formatted(started, killed, left, longestLeave.toMillis() / 1e3);
  }
}
