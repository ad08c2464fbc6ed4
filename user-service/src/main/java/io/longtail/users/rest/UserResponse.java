package io.longtail.users.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.longtail.users.User;
import io.longtail.users.profile.Profile.Organization;
import io.longtail.users.profile.Profile.Person;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A user as clients see it; fields that it does not have are left out. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(
    name = "User",
    description = "A person or an organization. Later versions may have more fields.",
    requiredProperties = {
      "id",
      "type",
      "handle",
      "createdAt",
      "followerCount",
      "followingCount",
      "countsAsOf"
    })
public record UserResponse(
    @Schema(examples = "u-7") String id,
    @Schema(enumeration = {"PERSON", "ORGANIZATION"}) String type,
    @Schema(description = "As it was typed.", examples = "Ada") String handle,
    @Schema(description = "Of a person.", examples = "Ada") String firstName,
    @Schema(description = "Of a person.", examples = "Lovelace") String lastName,
    @Schema(description = "Of an organization.", examples = "Acme") String name,
    @Schema(description = "Of an organization, if it gave one.", examples = "https://acme.example")
        String website,
    @Schema(examples = "2026-01-01T00:00:00Z") Instant createdAt,
    @Schema(examples = "2", minimum = "0") long followerCount,
    @Schema(examples = "0", minimum = "0") long followingCount,
    @Schema(
            description = "When the counts were computed. They follow the lists by a few seconds.",
            examples = "2026-01-01T00:00:05Z")
        Instant countsAsOf) {

  static UserResponse of(User user) {
    Person person = user.profile() instanceof Person p ? p : null;
    Organization organization = user.profile() instanceof Organization o ? o : null;
    return new UserResponse(
        user.id().value(),
        person != null ? "PERSON" : "ORGANIZATION",
        user.handle().shown(),
        person != null ? person.firstName() : null,
        person != null ? person.lastName() : null,
        organization != null ? organization.name() : null,
        organization != null ? organization.website().orElse(null) : null,
        user.createdAt(),
        user.counts().followerCount(),
        user.counts().followingCount(),
        user.counts().asOf());
  }
}
