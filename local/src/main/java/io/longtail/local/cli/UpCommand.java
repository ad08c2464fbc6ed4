package io.longtail.local.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Starts everything and stays. */
@Command(
    name = "up",
    description = {
      "Starts Kafka, a MongoDB-protocol server and the three services, prints where they are and"
          + " then the line 'longtail: ready', and stays until Ctrl-C."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class UpCommand implements Callable<Integer> {
  @ParentCommand private Longtail longtail;
  @ArgGroup private Keeping keeping;
  @Mixin private StackOptions stack;

  /** Either or: data is kept in a directory, or it is not kept. */
  private static final class Keeping {
    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "where data and logs are kept (default: .longtail in the project)")
    private Path data;

    @Option(names = "--ephemeral", description = "keep nothing: in memory, gone at the end")
    private boolean ephemeral;
  }

  @Override
  public Integer call() {
    try (RunningStack running = RunningStack.start(longtail.console(), stack, directory())) {
      running.stay();
    }
    return ExitCode.WELL;
  }

  private Optional<Path> directory() {
    if (keeping != null && keeping.ephemeral) {
      return Optional.empty();
    }
    return Optional.of(
        keeping == null || keeping.data == null
            ? Path.of(System.getProperty("longtail.home", ""), ".longtail")
            : keeping.data);
  }
}
