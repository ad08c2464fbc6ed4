package io.longtail.stats;

import io.longtail.stats.counts.Folded;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;

/** What is counted of the counting. Every label has a fixed, small set of values. */
@Singleton
public class StatsMetrics {
  private static final String RECORDS = "longtail.stats.records";

  private final Counter batches;
  private final Counter applied;
  private final Counter repeats;
  private final Counter early;
  private final Counter undecodable;
  private final Counter unknownType;
  private final Counter bridged;
  private final Counter racesLost;
  private final AtomicInteger gapsOpen = new AtomicInteger();

  public StatsMetrics(MeterRegistry registry) {
    batches =
        Counter.builder("longtail.stats.batches")
            .description("Batches of one partition that were applied and published")
            .register(registry);
    applied = records(registry, "applied");
    repeats = records(registry, "repeat");
    early = records(registry, "early");
    undecodable = records(registry, "undecodable");
    unknownType = records(registry, "unknown-type");
    bridged =
        Counter.builder("longtail.stats.gaps.bridged")
            .description("Gaps that no resend filled in time: a count jumped. Worth an alert")
            .register(registry);
    racesLost =
        Counter.builder("longtail.stats.races.lost")
            .description("Saves that found another owner's save in place")
            .register(registry);
    registry.gauge("longtail.stats.gaps.open", gapsOpen);
  }

  private static Counter records(MeterRegistry registry, String outcome) {
    return Counter.builder(RECORDS)
        .tag("outcome", outcome)
        .description("Records read, by what became of them")
        .register(registry);
  }

  public void batchDone() {
    batches.increment();
  }

  public void undecodable(int count) {
    undecodable.increment(count);
  }

  public void unknownType(int count) {
    unknownType.increment(count);
  }

  void folded(Folded folded) {
    applied.increment(folded.applied());
    repeats.increment(folded.repeats());
    early.increment(folded.early());
    folded.bridge().ifPresent(bridge -> bridged.increment());
  }

  void raceLost() {
    racesLost.increment();
  }

  void gapsOpen(int count) {
    gapsOpen.set(count);
  }
}
