package io.longtail.service.mutants;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** One test method, run in whatever loader its class comes from. */
record KillingTest(String className, String method) {
  // No listener, filter or engine that lies on the class path: they are for the test around.
  private static final Launcher LAUNCHER =
      LauncherFactory.create(
          LauncherConfig.builder()
              .enableLauncherSessionListenerAutoRegistration(false)
              .enableLauncherDiscoveryListenerAutoRegistration(false)
              .enablePostDiscoveryFilterAutoRegistration(false)
              .enableTestExecutionListenerAutoRegistration(false)
              .enableTestEngineAutoRegistration(false)
              .addTestEngines(new JupiterTestEngine())
              .build());

  /** What became of it. */
  enum Outcome {
    PASSED,
    /** It saw the fault: an assertion did not hold, or the code itself gave up. */
    KILLED,
    /** It failed for a reason that has nothing to do with what it asserts. */
    BROKE,
    /** It was still at work when its time was up. */
    NEVER_ENDED
  }

  /** The outcome, and the failure if there is one. */
  record Run(Outcome outcome, String reason) {}

  Run in(ClassLoader loader, Duration limit) {
    CompletableFuture<Run> ended = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                ended.complete(runNow(loader));
              } catch (Throwable e) {
                ended.complete(new Run(Outcome.BROKE, e.toString()));
              }
            },
            "mutant");
    thread.setContextClassLoader(loader);
    thread.setDaemon(true); // one that never ends must not keep the others' process
    thread.start();
    try {
      return ended.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      thread.interrupt();
      return new Run(Outcome.NEVER_ENDED, "not over after " + limit);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private Run runNow(ClassLoader loader) throws ClassNotFoundException {
    Outcomes outcomes = new Outcomes();
    LAUNCHER.execute(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                DiscoverySelectors.selectMethod(Class.forName(className, false, loader), method))
            .build(),
        outcomes);
    return outcomes.run();
  }

  private static final class Outcomes implements TestExecutionListener {
    private int tests;
    private Throwable failure;

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
      tests += identifier.isTest() ? 1 : 0;
      if (failure == null && result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
        failure = result.getThrowable().orElseGet(() -> new IllegalStateException("aborted"));
      }
    }

    Run run() {
      if (failure == null) {
        return tests > 0
            ? new Run(Outcome.PASSED, "")
            : new Run(Outcome.BROKE, "no test of this name was run");
      }
      return new Run(sawTheFault(failure) ? Outcome.KILLED : Outcome.BROKE, told(failure));
    }
  }

  /** All the way down: a test that says the seed wraps what it found. */
  private static boolean sawTheFault(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      boolean own = at.getClass().getName().startsWith("io.longtail.") && at instanceof Exception;
      if (!(at instanceof AssertionError) && !own) {
        return false;
      }
    }
    return true;
  }

  private static String told(Throwable failure) {
    List<String> parts = new ArrayList<>();
    for (Throwable at = failure; at != null; at = at.getCause()) {
      parts.add(at.toString());
    }
    return String.join("\n  caused by ", parts);
  }
}
