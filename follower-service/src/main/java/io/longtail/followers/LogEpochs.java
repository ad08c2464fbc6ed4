package io.longtail.followers;

import java.util.Optional;

/** Which log the lists are built from. */
public interface LogEpochs {

  /** Empty before the first start ever. */
  Optional<KnownLog> known();

  /**
   * Notes a log in place of what is known.
   *
   * @return false if somebody else has noted another one since
   */
  boolean note(Optional<KnownLog> known, KnownLog log);
}
