package io.longtail.local.stack;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is to be started.
 *
 * @param home the root of the project, where the built services are
 * @param data where data and logs are kept
 * @param ephemeral nothing is kept: MongoDB in memory, everything else in {@code data}, which the
 *     caller deletes
 * @param kafkaPort of the broker to start; empty: the one at the address is used
 * @param mongoPort of the server to start; empty: the one at the address is used
 */
public record StackPlan(
    Path home,
    Path data,
    boolean ephemeral,
    Optional<Integer> kafkaPort,
    Optional<Integer> mongoPort,
    StackAddress address) {}
