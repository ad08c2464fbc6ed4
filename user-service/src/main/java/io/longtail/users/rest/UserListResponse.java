package io.longtail.users.rest;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The users found. */
@Schema(name = "UserList", requiredProperties = "items")
public record UserListResponse(@Schema(maxItems = 1) List<UserResponse> items) {}
