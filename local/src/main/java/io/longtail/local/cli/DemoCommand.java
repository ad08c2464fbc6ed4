package io.longtail.local.cli;

import io.longtail.local.demo.Demonstration;
import io.longtail.local.graph.LongTailedGraph;
import io.longtail.local.stack.StackClients;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** A stack that keeps nothing, with a generated graph in it. */
@Command(
    name = "demo",
    description = {
      "Starts everything like 'up --ephemeral', publishes a generated graph with a celebrity, shows"
          + " what happened, and stays until Ctrl-C."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  /** A graph of some 40,000 edges whose first users are well past the threshold of 1,000. */
  private static final int USERS = 8_000;

  private static final int MOST_FOLLOWERS = 5_000;

  @ParentCommand private Longtail longtail;

  @Option(names = "--once", description = "end after that instead of staying")
  private boolean once;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "7",
      description = "of the generated graph (default: ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private StackOptions stack;

  @Override
  public Integer call() {
    try (RunningStack running = RunningStack.start(longtail.console(), stack, Optional.empty())) {
      boolean arrived;
      try (StackClients clients = new StackClients(running.address())) {
        arrived =
            new Demonstration(
                    new LongTailedGraph(seed, USERS, MOST_FOLLOWERS),
                    running.address(),
                    clients.database("followers"),
                    longtail.console())
                .run();
      }
      if (!once) {
        running.stay();
      }
      return arrived ? ExitCode.WELL : ExitCode.NOT_DRAINED;
    }
  }
}
