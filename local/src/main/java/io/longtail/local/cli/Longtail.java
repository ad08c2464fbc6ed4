package io.longtail.local.cli;

import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import io.longtail.local.console.Console;
import io.longtail.local.stack.StackNotReachedException;
import io.longtail.local.stack.StartFailedException;
import java.util.Optional;
import org.apache.kafka.common.errors.RetriableException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code longtail}. */
@Command(
    name = "longtail",
    description = "Runs the follower graph on this machine, fills it and checks it.",
    mixinStandardHelpOptions = true,
    version = "longtail 0.1.0",
    subcommands = {
      UpCommand.class,
      DemoCommand.class,
      ImportCommand.class,
      ExportCommand.class,
      VerifyCommand.class,
      DlqCommand.class,
      HelpCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 well; 1 failed, or violations; 2 wrong usage; 3 some rows refused, the rest"
          + " applied; 4 not drained in time; 5 stack not reached."
    })
public final class Longtail implements Runnable {
  private static final boolean ON_TERMINAL = Boolean.getBoolean("longtail.terminal");

  @Spec private CommandSpec command;

  private final Console console;

  Longtail(Console console) {
    this.console = console;
  }

  public static void main(String[] args) {
    // Clients log each attempt to reach a server that is away; the command says it once.
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
    System.exit(run(new Console(System.out, System.err, ON_TERMINAL), args));
  }

  static int run(Console console, String... args) {
    return new CommandLine(new Longtail(console))
        .setParameterExceptionHandler((failure, unused) -> usage(console, failure))
        .setExecutionExceptionHandler((failure, line, parsed) -> exitCode(console, failure))
        .execute(args);
  }

  private static int usage(Console console, ParameterException failure) {
    String name = failure.getCommandLine().getCommandSpec().qualifiedName();
    console.problem("%s\n  ./%s --help says how", failure.getMessage(), name);
    return ExitCode.USAGE;
  }

  static int exitCode(Console console, Exception failure) {
    if (failure instanceof StackNotReachedException) {
      console.problem("%s", failure.getMessage());
      return ExitCode.STACK_NOT_REACHED;
    }
    if (failure instanceof StartFailedException) {
      console.problem("%s", failure.getMessage());
      return ExitCode.FAILED;
    }
    if (Boolean.getBoolean("longtail.trace")) {
      failure.printStackTrace();
    }
    Optional<String> away = away(failure);
    if (away.isPresent()) {
      console.problem("%s does not answer any more: %s", away.get(), failure.getMessage());
      return ExitCode.STACK_NOT_REACHED;
    }
    console.problem("%s", failure);
    return ExitCode.FAILED;
  }

  /** Which part of the stack has gone while the command was at work, if that is the failure. */
  private static Optional<String> away(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RetriableException) {
        return Optional.of("Kafka");
      }
      if (cause instanceof MongoTimeoutException || cause instanceof MongoSocketException) {
        return Optional.of("MongoDB");
      }
    }
    return Optional.empty();
  }

  Console console() {
    return console;
  }

  @Override
  public void run() {
    throw new ParameterException(command.commandLine(), "a command is missing");
  }
}
