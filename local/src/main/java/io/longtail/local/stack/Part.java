package io.longtail.local.stack;

import java.nio.file.Path;
import java.util.List;

/**
 * One process of the stack, as it is to be started.
 *
 * @param address where it can be used, for people
 * @param log file that gets its output
 */
record Part(String name, String address, List<String> command, Path log, Readiness readiness) {
  Part {
    command = List.copyOf(command);
  }
}
