package io.longtail.local.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.longtail.events.Topic;
import io.longtail.local.console.Console;
import io.longtail.local.importing.PublishingFailedException;
import io.longtail.local.stack.StackAddress;
import io.longtail.local.stack.StackClients;
import io.longtail.local.verifying.Limits;
import io.longtail.local.verifying.NoReplayException;
import io.longtail.local.verifying.Repairer;
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
          + " stats-service counts the same. Without --repair it reads only; may run under traffic."
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

  @Option(
      names = "--against-log",
      description = {
        "also replay the log and compare the followers of everybody, or of the user, with it:"
            + " members, order, marks, number of changes"
      })
  private boolean againstLog;

  @Option(
      names = "--repair",
      description = {
        "mend what is found, by events: lists that are off in themselves are rebuilt, edges on which"
            + " the sides disagree (and, with --against-log, edges that are not as in the log) are"
            + " brought to what the log says last of them; then verify again. Safe under traffic."
      })
  private boolean repair;

  @Option(names = "--json", description = "end with one JSON object on standard output")
  private boolean json;

  @Mixin private StackOptions stack;

  @Override
  public Integer call() {
    StackAddress address = stack.address();
    Console console = longtail.console();
    long begin = System.nanoTime();
    try (StackClients clients = new StackClients(address)) {
      clients.requireTopic(Topic.FOLLOW_EVENTS);
      if (!repair) {
        Verification found = verify(clients);
        print(console, found, secondsSince(begin));
        return exitCode(found);
      }
      Repairer.Outcome outcome =
          new Repairer(clients, () -> verify(clients), Duration.ofSeconds(waitSeconds), console)
              .run();
      print(console, outcome.found(), secondsSince(begin));
      print(console, outcome);
      return outcome.everythingApplied() ? exitCode(outcome.found()) : ExitCode.NOT_DRAINED;
    } catch (NoReplayException e) {
      console.problem("%s", e.getMessage());
      return ExitCode.FAILED;
    } catch (PublishingFailedException e) {
      console.problem("%s; repeating the repair is safe", e.getMessage());
      return ExitCode.of(e);
    }
  }

  private Verification verify(StackClients clients) {
    Verifier verifier =
        new Verifier(
            clients,
            new Limits(threshold, thresholdBytes, pageSize),
            Duration.ofSeconds(waitSeconds),
            longtail.console());
    if (againstLog) {
      verifier.againstLog();
    }
    return verifier.verify(Optional.ofNullable(user));
  }

  private static double secondsSince(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  private void print(Console console, Repairer.Outcome outcome) {
    if (outcome.users() + outcome.edges() > 0) {
      console.note(
          "mended: the lists of %s rebuilt, %s brought to what the log says",
          Counted.of(outcome.users(), "user"), Counted.of(outcome.edges(), "edge"));
    }
    if (!outcome.everythingApplied()) {
      console.problem(
          "the events of the repair are in the log, and nothing was applied for %d s (--wait);"
              + " what is told above was found before them",
          waitSeconds);
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
          "not everything has arrived after %d s (--wait): the two sides, the sequences, the"
              + " counts of stats-service and the log were not compared",
          waitSeconds);
    }
    if (found.unread() > 0) {
      console.problem("not judged: %s written to all the time", Counted.of(found.unread(), "list"));
    }
    if (found.notLookedAtAgain() > 0) {
      console.problem(
          "not judged: %s that may only have been on their way; there are too many to look at each"
              + " again while something is written",
          Counted.of(found.notLookedAtAgain(), "difference"));
    }
    if (found.notReplayed() > 0) {
      console.problem(
          "not compared with the log: %s, too long for this much memory (LONGTAIL_HEAP)",
          Counted.of(found.notReplayed(), "list"));
    }
    if (json) {
      console.line("%s", JsonLine.of(fields -> write(fields, found)));
    }
  }

  private static void write(JsonGenerator fields, Verification found) throws IOException {
    fields.writeNumberField("lists", found.lists());
    fields.writeNumberField("edges", found.edges());
    if (found.notJudged() > 0) {
      fields.writeNumberField("notJudged", found.notJudged());
    }
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

  static int exitCode(Verification found) {
    // More time does not help a list that is too long.
    if (found.violations().count() > 0 || found.notReplayed() > 0) {
      return ExitCode.FAILED;
    }
    return found.drained() && found.notJudged() == 0 ? ExitCode.WELL : ExitCode.NOT_DRAINED;
  }
}
