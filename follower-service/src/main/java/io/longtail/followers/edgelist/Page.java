package io.longtail.followers.edgelist;

/**
 * An overflow document: older members of one list. {@code fromRevision} is the revision of the head
 * that it was spilled from, {@code compacted} the highest revision of a head for which removed
 * members were taken out of it (0: never). The two together identify its content.
 */
public record Page(String userId, int number, Edges edges, long fromRevision, long compacted) {

  public boolean isEmpty() {
    return edges.isEmpty();
  }
}
