package io.longtail.followers.simulation;

import io.longtail.events.FollowEvent;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.followers.EventBatch;
import io.longtail.followers.FollowEventApplier;
import io.longtail.followers.GraphLaws;
import io.longtail.followers.GraphReads;
import io.longtail.followers.InMemoryEdgeLists;
import io.longtail.followers.NaiveGraph;
import io.longtail.followers.RecordedChanges;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * A graph in memory with a log of several partitions, for tests that tell step by step which of
 * several owners does what.
 *
 * <pre>
 *   EventBatch spill = graph.append(0, follow("a", "x"), follow("b", "x"));
 *   SteppedOwner a = graph.begin("A", spill).runUntil(Operation::isPageInsert);
 *   graph.begin("B", spill).finish();
 *   a.finish();
 *   graph.assertEqualsModel();
 * </pre>
 */
public final class SteppedGraph implements AutoCloseable {
  private static final long EPOCH = 1;
  private static final long NOW = 1_700_000_000_000L;

  public final InMemoryEdgeLists followers = new InMemoryEdgeLists();
  public final InMemoryEdgeLists following = new InMemoryEdgeLists();
  public final RecordedChanges changes = new RecordedChanges();
  public final GraphReads reads = new GraphReads(followers, following);

  private final NaiveGraph model = new NaiveGraph();
  private final ListSettings settings;
  private final List<List<LogEntry>> log = new ArrayList<>();
  private final List<SteppedOwner> owners = new ArrayList<>();

  public SteppedGraph(ListSettings settings) {
    this.settings = settings;
  }

  /** With these, as in the histories, every second member spills. */
  public static SteppedGraph withThresholdOne() {
    return new SteppedGraph(new ListSettings(1, 16 * 1024, 1, 0, 0));
  }

  /** Appends to a partition of the log, and to the model; the batch of just these. */
  public EventBatch append(int partition, LogEntry... entries) {
    while (log.size() <= partition) {
      log.add(new ArrayList<>());
    }
    int from = log.get(partition).size();
    for (LogEntry entry : entries) {
      log.get(partition).add(entry);
      if (entry instanceof FollowEvent event) {
        model.accept(event, NOW);
      } else if (entry instanceof Repair repair) {
        model.repair(repair.userId());
      }
    }
    return batch(partition, from, log.get(partition).size());
  }

  /** What stands in a partition from one offset (inclusive) to another (exclusive). */
  public EventBatch batch(int partition, int from, int to) {
    EventBatch batch = new EventBatch(EPOCH, partition);
    for (int offset = from; offset < to; offset++) {
      batch.add(offset, log.get(partition).get(offset), NOW);
    }
    return batch;
  }

  /** Everything that stands in a partition, in one batch. */
  public EventBatch all(int partition) {
    return batch(partition, 0, log.get(partition).size());
  }

  /** Somebody who applies these, one batch after another; they stand before the first operation. */
  public SteppedOwner begin(String name, ListSettings ofOwner, EventBatch... batches) {
    SteppedOwner owner =
        SteppedOwner.begin(
            name,
            steps -> {
              FollowEventApplier applier =
                  new FollowEventApplier(
                      new SteppedEdgeLists(followers, Side.FOLLOWERS, steps),
                      new SteppedEdgeLists(following, Side.FOLLOWING, steps),
                      new SteppedChanges(changes, steps),
                      ofOwner,
                      new SteppedPacing(steps));
              for (EventBatch batch : batches) {
                applier.apply(batch);
              }
            });
    owners.add(owner);
    return owner;
  }

  public SteppedOwner begin(String name, EventBatch... batches) {
    return begin(name, settings, batches);
  }

  /** Applies these at once, undisturbed. */
  public void apply(EventBatch... batches) {
    begin("undisturbed", batches).finish();
  }

  public Head followersOf(String userId) {
    return followers.heads(List.of(userId)).get(userId);
  }

  public Head followingOf(String userId) {
    return following.heads(List.of(userId)).get(userId);
  }

  /** Members in order, counts, sequences and marks are those of all that was appended. */
  public void assertEqualsModel() {
    GraphLaws.assertEqualsModel(followers, model.followers);
    GraphLaws.assertEqualsModel(following, model.following);
  }

  @Override
  public void close() {
    owners.forEach(SteppedOwner::close);
  }
}
