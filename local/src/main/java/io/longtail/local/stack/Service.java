package io.longtail.local.stack;

/** The three services, in the order in which they are started. */
public enum Service {
  /** Holds batches and the pages of one outlier at a time; works in half a GiB on purpose. */
  FOLLOWER("follower-service", 8082, 512),
  /** Holds counters of one batch. */
  STATS("stats-service", 8083, 384),
  /** Holds requests in flight. */
  USER("user-service", 8081, 384);

  private final String folder;
  private final int defaultPort;
  private final int heapMebibytes;

  Service(String folder, int defaultPort, int heapMebibytes) {
    this.folder = folder;
    this.defaultPort = defaultPort;
    this.heapMebibytes = heapMebibytes;
  }

  /** The name of the service and of its folder. */
  public String folder() {
    return folder;
  }

  public int defaultPort() {
    return defaultPort;
  }

  int heapMebibytes() {
    return heapMebibytes;
  }
}
