package io.longtail.local.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.longtail.local.console.Console;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.verifying.Limits;
import io.longtail.local.verifying.Verification;
import io.longtail.local.verifying.Verifier;
import io.longtail.local.verifying.Violation;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The laws, checked on the running system. */
@Command(
    name = "verify",
    description = {
      "Checks what is stored: no list names anybody twice, every count is the length of its list,"
          + " no document is over its bounds, both sides of every edge agree, the marks of a list"
          + " rise, the published changes of a followee have no gap, and"
          + " stats-service counts the same. Reads only; may run under traffic."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class VerifyCommand implements Callable<Integer> {
  @ParentCommand private Longtail longtail;

  @Option(names = "--user", paramLabel = "ID", description = "only the lists of this user")
  private String user;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "for what is on its way to arrive (default: ${DEFAULT-VALUE})")
  private int waitSeconds;

  @Option(
      names = "--threshold",
      paramLabel = "IDS",
      defaultValue = "" + Limits.THRESHOLD_DEFAULT,
      description = "ids in a head, as follower-service is configured (default: ${DEFAULT-VALUE})")
  private int threshold;

  @Option(
      names = "--threshold-bytes",
      paramLabel = "BYTES",
      defaultValue = "" + Limits.THRESHOLD_BYTES_DEFAULT,
      description = "bytes of a head, likewise (default: ${DEFAULT-VALUE})")
  private int thresholdBytes;

  @Option(
      names = "--page-size",
      paramLabel = "IDS",
      defaultValue = "" + Limits.PAGE_SIZE_DEFAULT,
      description = "ids in an overflow page, likewise (default: ${DEFAULT-VALUE})")
  private int pageSize;

  @Option(names = "--json", description = "end with one JSON object on standard output")
  private boolean json;

  @Mixin private StackOptions stack;

  @Override
  public Integer call() {
    StackAddress address = stack.address();
    long begin = System.nanoTime();
    try (StackClients clients = new StackClients(address)) {
      Verifier verifier =
          new Verifier(
              clients,
              new Limits(threshold, thresholdBytes, pageSize),
              Duration.ofSeconds(waitSeconds),
              longtail.console());
      Verification found = verifier.verify(Optional.ofNullable(user));
      print(longtail.console(), found, (System.nanoTime() - begin) / 1e9);
      return exitCode(found);
    }
  }

  private void print(Console console, Verification found, double seconds) {
    for (Violation violation : found.violations().kept()) {
      console.line(
          "  law %d  %s  %s", violation.law().number(), violation.user(), violation.detail());
    }
    long more = found.violations().count() - found.violations().kept().size();
    if (more > 0) {
      console.line("  … and %,d more", more);
    }
    console.line(
        "%s, %s, %s (%.1f s)",
        Counted.of(found.lists(), "list"),
        Counted.of(found.edges(), "edge"),
        Counted.of(found.violations().count(), "violation"),
        seconds);
    if (found.garbagePages() > 0) {
      console.line(
          "%s out of the range of their lists: invisible, swept later, no violation",
          Counted.of(found.garbagePages(), "page"));
    }
    if (user != null && found.lists() == 0 && found.violations().count() == 0) {
      console.note(
          "nothing is stored of %s: nobody has followed it, and it has followed nobody", user);
    }
    if (!found.drained()) {
      console.problem(
          "not everything has arrived after %d s (--wait): the two sides, the sequences"
              + " and the counts of stats-service were not compared",
          waitSeconds);
    }
    if (found.unread() > 0) {
      console.problem(
          "%d lists were written to all the time and could not be judged", found.unread());
    }
    if (json) {
      console.line("%s", JsonLine.of(fields -> write(fields, found)));
    }
  }

  private static void write(JsonGenerator fields, Verification found) throws IOException {
    fields.writeNumberField("lists", found.lists());
    fields.writeNumberField("edges", found.edges());
    fields.writeBooleanField("drained", found.drained());
    fields.writeNumberField("violationCount", found.violations().count());
    fields.writeArrayFieldStart("violations");
    for (Violation violation : found.violations().kept()) {
      fields.writeStartObject();
      fields.writeNumberField("law", violation.law().number());
      fields.writeStringField("user", violation.user());
      fields.writeStringField("detail", violation.detail());
      fields.writeEndObject();
    }
    fields.writeEndArray();
  }

  private static int exitCode(Verification found) {
    if (found.violations().count() > 0) {
      return ExitCode.FAILED;
    }
    return found.drained() && found.unread() == 0 ? ExitCode.WELL : ExitCode.NOT_DRAINED;
  }
}
