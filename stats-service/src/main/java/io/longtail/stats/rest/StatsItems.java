package io.longtail.stats.rest;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The counts of several users. */
@Schema(name = "StatsItems", description = "The counts of several users, in the order asked for.")
record StatsItems(@Schema(required = true) List<StatsAnswer> items) {}
