/**
 * Users and what they ask for.
 *
 * <ul>
 *   <li>{@link io.longtail.users.UserRegistrar} makes a user: claims the handle, then writes the
 *       document.
 *   <li>{@link io.longtail.users.UserFinder} finds one, by id or by handle.
 *   <li>{@link io.longtail.users.FollowRequester} puts follows and unfollows into the log. What
 *       becomes of them is decided by whoever reads it.
 *   <li>{@link io.longtail.users.CountsUpdater} takes the counts that come back into the users'
 *       documents, so that showing a user is one read.
 * </ul>
 *
 * What these need of the outside are the interfaces {@link io.longtail.users.Users}, {@link
 * io.longtail.users.HandleClaims}, {@link io.longtail.users.CountsStore} and {@link
 * io.longtail.users.FollowEvents}; the packages {@code mongo} and {@code kafka} provide it, {@code
 * rest} is how clients get in.
 */
package io.longtail.users;
