package io.longtail.local.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.deadletters.DeadLetter;
import io.longtail.local.deadletters.DeadLetterCounts;
import io.longtail.local.deadletters.DeadLetterTopic;
import io.longtail.local.deadletters.ShownBytes;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.topics.TopicReader;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** One line for each dead letter, and how many there are for each reason. */
@Command(
    name = "list",
    description = {
      "One line for each dead letter: its place in the dead letter topic as PARTITION:OFFSET, where"
          + " it stood in the log, its key, its size in bytes, the reason; then the counts by"
          + " reason."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class DlqListCommand implements Callable<Integer> {
  private static final int KEY_SHOWN_MAX = 64;

  @ParentCommand private DlqCommand dlq;

  @Option(names = "--json", description = "end with one JSON object on standard output")
  private boolean json;

  @Mixin private StackOptions stack;

  @Override
  public Integer call() {
    StackAddress address = stack.address();
    Console console = dlq.longtail().console();
    DeadLetterCounts counts = new DeadLetterCounts();
    try (StackClients clients = new StackClients(address)) {
      clients.requireTopic(Topic.FOLLOW_EVENTS_DLQ);
      try (TopicReader reader = new TopicReader(address.kafka())) {
        new DeadLetterTopic(reader, address.prefix())
            .forEach(
                letter -> {
                  counts.add(letter);
                  console.line(
                      "%-10s  %-24s  %-16s  %,9d B  %s",
                      letter.position(),
                      letter.origin(),
                      keyOf(letter),
                      letter.bytes(),
                      letter.reason());
                });
      }
    }
    counts.byReason().forEach((reason, count) -> console.line("%,10d  %s", count, reason));
    console.line("%s", Counted.of(counts.count(), "dead letter"));
    if (json) {
      console.line("%s", JsonLine.of(fields -> write(fields, counts)));
    }
    return ExitCode.WELL;
  }

  private static String keyOf(DeadLetter letter) {
    return letter.key().map(key -> ShownBytes.onOneLine(key, KEY_SHOWN_MAX)).orElse("(no key)");
  }

  private static void write(JsonGenerator fields, DeadLetterCounts counts) throws IOException {
    fields.writeNumberField("deadLetters", counts.count());
    fields.writeObjectFieldStart("reasons");
    for (Map.Entry<String, Long> reason : counts.byReason().entrySet()) {
      fields.writeNumberField(reason.getKey(), reason.getValue());
    }
    fields.writeEndObject();
    fields.writeArrayFieldStart("items");
    for (DeadLetter letter : counts.kept()) {
      fields.writeStartObject();
      fields.writeStringField("position", letter.position());
      fields.writeStringField("reason", letter.reason());
      fields.writeStringField("topic", letter.origin().topic());
      fields.writeStringField("partition", letter.origin().partition());
      fields.writeStringField("offset", letter.origin().offset());
      fields.writeStringField("key", keyOf(letter));
      fields.writeNumberField("bytes", letter.bytes());
      fields.writeEndObject();
    }
    fields.writeEndArray();
  }
}
