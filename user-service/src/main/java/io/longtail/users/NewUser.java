package io.longtail.users;

import io.longtail.users.profile.Handle;
import io.longtail.users.profile.Profile;

/** A user that is to be. */
public record NewUser(UserId id, Handle handle, Profile profile) {}
