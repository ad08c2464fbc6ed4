package io.longtail.local.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoDatabase;
import io.longtail.events.FollowEvent;
import io.longtail.local.console.Console;
import io.longtail.local.graph.LongTailedGraph;
import io.longtail.local.importing.EdgePublisher;
import io.longtail.local.importing.OffsetRange;
import io.longtail.local.importing.StoredProgress;
import io.longtail.local.stack.Service;
import io.longtail.local.stack.StackAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;

/** Publishes a graph through the log and shows what became of it. */
public final class Demonstration {
  private static final int CELEBRITY_RANK = 1;
  private static final Duration STANDSTILL_MAX = Duration.ofSeconds(60);
  private static final Duration COUNTED_WITHIN = Duration.ofSeconds(60);
  private static final Duration ASK_AGAIN_AFTER = Duration.ofMillis(100);
  private static final int SHOWN = 10;

  private final LongTailedGraph graph;
  private final StackAddress address;
  private final MongoDatabase followers;
  private final Console console;
  private final RestReader rest = new RestReader();
  private final String celebrity = LongTailedGraph.id(CELEBRITY_RANK);

  public Demonstration(
      LongTailedGraph graph, StackAddress address, MongoDatabase followers, Console console) {
    this.graph = graph;
    this.address = address;
    this.followers = followers;
    this.console = console;
  }

  /**
   * @return whether everything arrived everywhere
   */
  public boolean run() {
    console.line(
        "A graph with a long tail: %,d users, %,d follows, %,d unfollows.",
        graph.users(), graph.follows(), graph.unfollows());
    long begin = System.nanoTime();
    if (!publish()) {
      console.problem("not everything was applied");
      return false;
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    console.line(
        "Through the log and into both lists of everybody in %.1f s: %,.0f events/s.",
        seconds, graph.events().size() / seconds);
    showLengths();
    showOutliers();
    boolean counted = showCelebrity();
    showWhatToTry();
    return counted;
  }

  private boolean publish() {
    Map<Integer, OffsetRange> published;
    try (EdgePublisher publisher = new EdgePublisher(address.kafka(), address.prefix())) {
      for (FollowEvent event : graph.events()) {
        publisher.publish(event);
      }
      published = publisher.finish();
    }
    return new StoredProgress(followers, STANDSTILL_MAX).await(published, console);
  }

  private void showLengths() {
    LengthTable table = new LengthTable();
    followers
        .getCollection("followers")
        .find()
        .projection(new Document("followerCount", 1))
        .forEach(head -> table.add(head.get("followerCount", Number.class).longValue()));
    console.line("");
    console.line("How many followers have how many users:");
    table.lines().forEach(line -> console.line("  %s", line));
  }

  private void showOutliers() {
    Optional<JsonNode> outliers =
        rest.get(address.url(Service.FOLLOWER) + "/outliers?side=followers&limit=" + SHOWN);
    console.line("");
    if (outliers.isEmpty()) {
      console.line("The list of outliers is not to be had.");
      return;
    }
    console.line("The outliers, whose followers do not fit into one document:");
    console.line("  %-8s %10s %7s %11s", "user", "followers", "pages", "head bytes");
    for (JsonNode outlier : outliers.get().path("items")) {
      console.line(
          "  %-8s %,10d %,7d %,11d",
          outlier.path("id").asText(),
          outlier.path("count").asLong(),
          outlier.path("pages").asLong(),
          outlier.path("headBytes").asLong());
    }
  }

  private boolean showCelebrity() {
    long expected = graph.followersOf(CELEBRITY_RANK);
    Optional<JsonNode> stats = awaitStats(expected);
    console.line("");
    console.line(
        "The celebrity %s, who has %,d followers when one counts them:", celebrity, expected);
    console.line(
        "  stats-service says %s",
        stats
            .map(
                counts ->
                    "%,d followers, %,d following"
                        .formatted(
                            counts.path("followerCount").asLong(),
                            counts.path("followingCount").asLong()))
            .orElse("nothing"));
    Optional<JsonNode> page = rest.get(firstPageUrl());
    page.ifPresent(
        list -> {
          console.line("  follower-service says %,d, newest first:", list.path("count").asLong());
          for (JsonNode item : list.path("items")) {
            console.line(
                "    %-8s since %s", item.path("id").asText(), item.path("followedAt").asText());
          }
          console.line("    … the next page by the cursor %s", list.path("nextCursor").asText());
        });
    return page.isPresent()
        && page.get().path("count").asLong() == expected
        && stats.isPresent()
        && stats.get().path("followerCount").asLong() == expected;
  }

  private String firstPageUrl() {
    return address.url(Service.FOLLOWER) + "/users/" + celebrity + "/followers?limit=" + SHOWN;
  }

  /** Counts arrive a moment after the lists. */
  private Optional<JsonNode> awaitStats(long expected) {
    String url = address.url(Service.STATS) + "/users/" + celebrity + "/stats";
    long deadline = System.nanoTime() + COUNTED_WITHIN.toNanos();
    while (true) {
      Optional<JsonNode> stats = rest.get(url);
      boolean arrived =
          stats.map(counts -> counts.path("followerCount").asLong() == expected).orElse(false);
      if (arrived || System.nanoTime() > deadline) {
        return stats;
      }
      LockSupport.parkNanos(ASK_AGAIN_AFTER.toNanos());
    }
  }

  private void showWhatToTry() {
    console.line("");
    console.line("To try:");
    console.line("  curl '%s'", firstPageUrl());
    console.line("  curl '%s/outliers?side=followers'", address.url(Service.FOLLOWER));
    console.line("  curl '%s/users/%s/stats'", address.url(Service.STATS), celebrity);
    console.line("");
  }
}
