package io.longtail.users;

import io.longtail.users.profile.Handle;
import java.time.Instant;

/**
 * Says that a handle belongs to a user, or will in a moment. The token is new with every write of
 * the claim: who changes a claim names the token that he has read.
 */
public record HandleClaim(Handle handle, UserId userId, String token, Instant claimedAt) {}
