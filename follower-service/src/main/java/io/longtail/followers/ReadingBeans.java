package io.longtail.followers;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Puts together what needs no technology. */
@Singleton
class ReadingBeans {
  @Produces
  @Singleton
  ListReader listReader(GraphReads graph) {
    return new ListReader(graph);
  }

  @Produces
  @Singleton
  EdgeLookup edgeLookup(GraphReads graph) {
    return new EdgeLookup(graph);
  }

  @Produces
  @Singleton
  LogCheck logCheck(
      LogEpochs epochs,
      Progress progress,
      @ConfigProperty(name = AdoptedLog.SETTING) Optional<String> adopted) {
    return new LogCheck(
        epochs, progress, adopted.map(text -> OrRefused.toStart(() -> AdoptedLog.parse(text))));
  }

  @Produces
  @Singleton
  ProgressWatch progressWatch(ProgressReads progress, Consumption consumption) {
    return new ProgressWatch(progress, consumption::epoch);
  }

  void close(@Disposes ProgressWatch watch) {
    watch.close();
  }
}
