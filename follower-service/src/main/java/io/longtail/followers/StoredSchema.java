package io.longtail.followers;

/** What has to be there before the first list is stored. Making it again changes nothing. */
@FunctionalInterface
public interface StoredSchema {
  void ensure();
}
