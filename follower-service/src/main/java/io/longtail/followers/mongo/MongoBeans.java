package io.longtail.followers.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.longtail.followers.FollowGraph;
import io.longtail.followers.GraphReads;
import io.longtail.followers.ListReads;
import io.longtail.followers.LogEpochs;
import io.longtail.followers.Outliers;
import io.longtail.followers.Progress;
import io.longtail.followers.ProgressReads;
import io.longtail.followers.Side;
import io.longtail.followers.StoredSchema;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Gives the root package its ports. */
@Singleton
class MongoBeans {
  // A read of a request is up to three commands; a client has its answer within some seconds.
  private static final long REQUEST_MILLIS_MAX = 2_000;

  private final MongoDatabase database;

  MongoBeans(
      MongoClient client, @ConfigProperty(name = "longtail.prefix") Optional<String> prefix) {
    this.database = client.getDatabase(prefix.orElse("") + "followers");
  }

  @Produces
  @Singleton
  FollowGraph graph() {
    return new FollowGraph(
        new MongoEdgeLists(database, Side.FOLLOWERS), new MongoEdgeLists(database, Side.FOLLOWING));
  }

  @Produces
  @Singleton
  GraphReads reads() {
    return new GraphReads(promptReads(Side.FOLLOWERS), promptReads(Side.FOLLOWING));
  }

  private ListReads promptReads(Side side) {
    return new PromptReads(new MongoEdgeLists(promptDatabase(), side));
  }

  private MongoDatabase promptDatabase() {
    return database.withTimeout(REQUEST_MILLIS_MAX, TimeUnit.MILLISECONDS);
  }

  @Produces
  @Singleton
  Progress progress() {
    return new MongoProgress(database);
  }

  @Produces
  @Singleton
  ProgressReads progressReads() {
    MongoProgress progress = new MongoProgress(promptDatabase());
    return epoch -> PromptReads.orUnavailable(() -> progress.applied(epoch));
  }

  @Produces
  @Singleton
  LogEpochs logEpochs() {
    return new MongoLogEpochs(database);
  }

  @Produces
  @Singleton
  Outliers outliers() {
    return new MongoOutliers(promptDatabase());
  }

  @Produces
  @Singleton
  StoredSchema schema() {
    return new MongoOutliers(database)::createIndexes;
  }
}
