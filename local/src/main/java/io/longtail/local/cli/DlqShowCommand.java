package io.longtail.local.cli;

import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.deadletters.DeadLetter;
import io.longtail.local.deadletters.DeadLetterTopic;
import io.longtail.local.deadletters.ShownBytes;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.topics.TopicReader;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** All of one dead letter. */
@Command(
    name = "show",
    description = {
      "Prints one dead letter: reason, where it stood in the log, headers, key and value, as text"
          + " where they are text and in hexadecimal where not."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class DlqShowCommand implements Callable<Integer> {
  private static final Pattern POSITION = Pattern.compile("(\\d{1,9}):(\\d{1,18})");
  private static final int HEADER_SHOWN_MAX = 1_000;

  @ParentCommand private DlqCommand dlq;
  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "PARTITION:OFFSET",
      description = "its place in the dead letter topic: the first column of 'dlq list'")
  private String position;

  @Option(
      names = "--raw",
      description = "write the bytes of the value to standard output and nothing else")
  private boolean raw;

  @Mixin private StackOptions stack;

  @Override
  public Integer call() {
    Matcher place = POSITION.matcher(position);
    if (!place.matches()) {
      throw new ParameterException(
          command.commandLine(), "'" + position + "' must be PARTITION:OFFSET, such as 3:17");
    }
    StackAddress address = stack.address();
    Console console = dlq.longtail().console();
    Optional<DeadLetter> letter;
    try (StackClients clients = new StackClients(address)) {
      clients.requireTopic(Topic.FOLLOW_EVENTS_DLQ);
      try (TopicReader reader = new TopicReader(address.kafka())) {
        letter =
            new DeadLetterTopic(reader, address.prefix())
                .at(Integer.parseInt(place.group(1)), Long.parseLong(place.group(2)));
      }
    }
    if (letter.isEmpty()) {
      console.problem("there is no dead letter at %s ('dlq list' names all)", position);
      return ExitCode.FAILED;
    }
    if (raw) {
      return console.bytes(letter.get().value().orElse(new byte[0]))
          ? ExitCode.WELL
          : ExitCode.FAILED;
    }
    print(console, letter.get());
    return ExitCode.WELL;
  }

  private static void print(Console console, DeadLetter letter) {
    console.line("reason  %s", letter.reason());
    console.line("from    %s", letter.origin());
    console.line("refused %s", Instant.ofEpochMilli(letter.timestamp()));
    letter
        .headers()
        .forEach(
            header ->
                console.line(
                    "header  %s: %s",
                    header.name(), ShownBytes.onOneLine(header.value(), HEADER_SHOWN_MAX)));
    console.line(
        "key     %s",
        letter.key().map(key -> ShownBytes.onOneLine(key, HEADER_SHOWN_MAX)).orElse("(none)"));
    if (letter.value().isEmpty()) {
      console.line("value   (none)");
      return;
    }
    console.line("value   %s", Counted.of(letter.bytes(), "byte"));
    ShownBytes.lines(letter.value().get()).forEach(line -> console.line("%s", line));
  }
}
