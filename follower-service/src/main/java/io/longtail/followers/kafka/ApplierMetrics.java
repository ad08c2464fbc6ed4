package io.longtail.followers.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.function.Supplier;

/** What the applier does, in numbers. */
final class ApplierMetrics {
  private final Timer batchTime;
  private final DistributionSummary batchRecords;
  private final Counter refused;

  ApplierMetrics(MeterRegistry registry) {
    batchTime =
        Timer.builder("longtail.applier.batch.time")
            .description("Time to apply one batch of one partition")
            .publishPercentileHistogram()
            .register(registry);
    batchRecords =
        DistributionSummary.builder("longtail.applier.batch.records")
            .description("Records of one batch")
            .register(registry);
    refused =
        Counter.builder("longtail.applier.refused")
            .description("Records that were no event and became dead letters")
            .register(registry);
  }

  <T> T timed(int records, Supplier<T> batch) {
    batchRecords.record(records);
    return batchTime.record(batch);
  }

  void refused(int records) {
    refused.increment(records);
  }
}
