package io.longtail.local.cli;

import io.longtail.local.console.Console;
import io.longtail.local.exporting.ExportFailedException;
import io.longtail.local.exporting.Exporter;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** All edges as text. */
@Command(
    name = "export",
    description = {
      "Writes all edges to standard output, one a row: follower, followee and time, separated by"
          + " tabs; list by list, oldest first. Imported into an empty system it gives the same"
          + " members, counts and order of followers.",
      "May run under traffic: of a list that is written to meanwhile comes what was in it when its"
          + " turn began and had not left when it was reached. What is in the log and not yet"
          + " applied is not in it."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ExportCommand implements Callable<Integer> {
  @ParentCommand private Longtail longtail;
  @Mixin private StackOptions stack;

  @Override
  public Integer call() {
    StackAddress address = stack.address();
    Console console = longtail.console();
    try (StackClients clients = new StackClients(address)) {
      Exporter.Outcome outcome = new Exporter(clients.database("followers"), console).run();
      console.note(
          "%s of %s (%.1f s, %,.0f edges/s)",
          Counted.of(outcome.edges(), "edge"),
          Counted.of(outcome.lists(), "list"),
          outcome.seconds(),
          outcome.edges() / Math.max(outcome.seconds(), 0.001));
      return ExitCode.WELL;
    } catch (ExportFailedException e) {
      console.problem("%s", e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
