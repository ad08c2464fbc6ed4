package io.longtail.local.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The dead letters. */
@Command(
    name = "dlq",
    description = {
      "The dead letters: records of the log that are no event, as they came, with the reason. Each"
          + " costs nothing but itself."
    },
    mixinStandardHelpOptions = true,
    subcommands = {DlqListCommand.class, DlqShowCommand.class})
final class DlqCommand implements Runnable {
  @ParentCommand private Longtail longtail;
  @Spec private CommandSpec command;

  Longtail longtail() {
    return longtail;
  }

  @Override
  public void run() {
    throw new ParameterException(command.commandLine(), "list or show is missing");
  }
}
