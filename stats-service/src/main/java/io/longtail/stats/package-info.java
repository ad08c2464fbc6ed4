/**
 * How many followers a user has and how many users a user follows, kept from the records that
 * follower-service publishes.
 *
 * <p>{@link io.longtail.stats.CountApplier} tells the story: load the users of a batch, fold the
 * records in ({@code counts}, pure), save by compare-and-set, publish. {@link
 * io.longtail.stats.GapSweep} looks after users to whom no record comes. The interfaces in here are
 * what both need from outside; {@code mongo}, {@code kafka} and {@code rest} provide or use them
 * and know nothing of each other.
 */
package io.longtail.stats;
