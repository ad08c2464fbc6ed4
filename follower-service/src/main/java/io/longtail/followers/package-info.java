/**
 * The story of follower-service: {@link io.longtail.followers.FollowEventApplier} applies one batch
 * of follow events to the lists of both sides, {@link io.longtail.followers.ListReader} reads them.
 *
 * <p>The ports are here too; {@code mongo} and {@code kafka} implement them, {@code rest} asks.
 * What a list is and how it changes is in {@code edgelist}.
 */
package io.longtail.followers;
