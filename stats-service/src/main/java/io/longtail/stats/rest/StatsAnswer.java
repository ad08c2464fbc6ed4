package io.longtail.stats.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.longtail.stats.StoredStats;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The counts of one user. */
@Schema(name = "Stats", description = "The counts of one user.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record StatsAnswer(
    @Schema(required = true, description = "The user's id.", examples = "u-7") String id,
    @Schema(
            required = true,
            description = "How many users follow this user.",
            minimum = "0",
            examples = "4200000")
        long followerCount,
    @Schema(
            required = true,
            description = "How many users this user follows.",
            minimum = "0",
            examples = "12")
        long followingCount,
    @Schema(
            implementation = String.class,
            format = "date-time",
            description =
                "When a count last changed; absent for an id that nobody ever followed and that"
                    + " never followed anybody.",
            examples = "2026-01-31T12:00:00.123Z")
        Instant asOf) {

  static StatsAnswer of(StoredStats stats) {
    return new StatsAnswer(
        stats.userId(),
        stats.counts().followerCount(),
        stats.counts().followingCount(),
        stats.isStored() ? stats.asOf() : null);
  }
}
