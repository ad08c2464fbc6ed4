package io.longtail.followers;

import io.longtail.followers.edgelist.LogPosition;
import java.time.Instant;

/** Both lists of the user are to be rebuilt from what is stored of them. */
record RepairOrder(LogPosition position, String userId, Instant at) implements EventBatch.Part {}
