package io.longtail.local.cli;

import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.importing.EdgeFile;
import io.longtail.local.importing.EdgePublisher;
import io.longtail.local.importing.Importer;
import io.longtail.local.importing.Importer.Outcome;
import io.longtail.local.importing.PublishingFailedException;
import io.longtail.local.importing.RefusedRows;
import io.longtail.local.importing.StoredProgress;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Follow edges from a file into the log, and from there into the lists. */
@Command(
    name = "import",
    description = {
      "Publishes the follow edges of a file and waits until they are applied.",
      "A row is 'follower followee [time]', separated by tab, comma or spaces; a - before the first"
          + " id is an unfollow; time is Unix seconds, milliseconds or RFC 3339; more columns are"
          + " ignored; # begins a comment; gzip is unpacked."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ImportCommand implements Callable<Integer> {
  @ParentCommand private Longtail longtail;
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "FILE", description = "the file")
  private Path file;

  @Option(
      names = "--refused",
      paramLabel = "FILE",
      description = "write all refused rows there: line number, reason, row")
  private Path refusedFile;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "give up when nothing is applied for so long (default: ${DEFAULT-VALUE})")
  private int timeoutSeconds;

  @Option(names = "--json", description = "end with one JSON object on standard output")
  private boolean json;

  @Mixin private StackOptions stack;

  @Override
  public Integer call() throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new ParameterException(command.commandLine(), "there is no readable file " + file);
    }
    StackAddress address = stack.address();
    Console console = longtail.console();
    try (StackClients clients = new StackClients(address);
        RefusedRows refused = openRefused()) {
      clients.requireTopic(Topic.FOLLOW_EVENTS);
      StoredProgress applied =
          new StoredProgress(clients.database("followers"), Duration.ofSeconds(timeoutSeconds));
      Outcome outcome;
      try (EdgeFile edges = EdgeFile.open(file);
          EdgePublisher publisher = new EdgePublisher(address.kafka(), address.prefix())) {
        outcome = new Importer(publisher, applied, console).run(edges, refused);
      } catch (PublishingFailedException e) {
        console.problem("%s; importing the same file again is safe", e.getMessage());
        return ExitCode.of(e);
      }
      print(console, outcome, refused);
      return exitCode(outcome);
    }
  }

  private RefusedRows openRefused() {
    try {
      return new RefusedRows(Optional.ofNullable(refusedFile));
    } catch (IOException e) {
      throw new ParameterException(command.commandLine(), "--refused: cannot write " + refusedFile);
    }
  }

  private void print(Console console, Outcome outcome, RefusedRows refused) {
    refused
        .counts()
        .forEach((reason, count) -> console.line("  refused: %,10d  %s", count, reason.inWords()));
    refused
        .kept()
        .forEach(
            row ->
                console.line(
                    "    line %d: %s: %s", row.lineNumber(), row.reason().inWords(), row.text()));
    if (refused.count() > refused.kept().size()) {
      console.line(
          "    … and %,d more%s",
          refused.count() - refused.kept().size(),
          refusedFile == null ? "; --refused FILE writes all of them" : ", all in " + refusedFile);
    }
    console.line(
        "%s: %,d sent, %,d refused",
        Counted.of(outcome.rows(), "row"), outcome.sent(), outcome.refused());
    console.line(
        "into the log:   %8.1f s  %,12.0f edges/s",
        outcome.secondsToSend(), rate(outcome.sent(), outcome.secondsToSend()));
    if (outcome.everythingApplied()) {
      console.line(
          "into the lists: %8.1f s  %,12.0f edges/s",
          outcome.seconds(), rate(outcome.sent(), outcome.seconds()));
    } else {
      console.problem(
          "not everything is applied, and nothing has moved for %d s (--timeout); the events are"
              + " in the log and will be applied when follower-service runs",
          timeoutSeconds);
    }
    if (json) {
      console.line(
          "%s",
          JsonLine.of(
              fields -> {
                fields.writeNumberField("rows", outcome.rows());
                fields.writeNumberField("sent", outcome.sent());
                fields.writeNumberField("refused", outcome.refused());
                fields.writeNumberField("seconds", Math.round(outcome.seconds() * 1000) / 1000.0);
              }));
    }
  }

  private static double rate(long count, double seconds) {
    return seconds == 0 ? 0 : count / seconds;
  }

  private static int exitCode(Outcome outcome) {
    if (!outcome.everythingApplied()) {
      return ExitCode.NOT_DRAINED;
    }
    return outcome.refused() > 0 ? ExitCode.ROWS_REFUSED : ExitCode.WELL;
  }
}
