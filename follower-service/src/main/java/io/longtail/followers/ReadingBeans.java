package io.longtail.followers;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Puts the reading half together. */
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
  ProgressWatch progressWatch(ProgressReads progress, Consumption consumption) {
    return new ProgressWatch(progress, consumption::epoch);
  }

  void close(@Disposes ProgressWatch watch) {
    watch.close();
  }
}
