package io.longtail.followers;

/**
 * A stored list is not what any history of ours leaves. Nothing is done on a part of it: its
 * partition stands still until the list is repaired.
 */
public final class DamagedListException extends RuntimeException {
  public DamagedListException(String message) {
    super(message);
  }
}
