package io.longtail.users.rest;

import io.longtail.events.UserIdRule;
import io.longtail.service.web.Problem.FieldError;
import io.longtail.service.web.ProblemException;
import io.longtail.users.NewUser;
import io.longtail.users.UserId;
import io.longtail.users.profile.DisplayName;
import io.longtail.users.profile.Handle;
import io.longtail.users.profile.Profile;
import io.longtail.users.profile.Profile.Organization;
import io.longtail.users.profile.Profile.Person;
import io.longtail.users.profile.Website;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The body of {@code POST /users}, before it is checked. */
@Schema(
    name = "NewUser",
    description =
        "A person has a `firstName` and a `lastName`; an organization has a `name` and may have a"
            + " `website`. Any other field is refused.",
    requiredProperties = {"handle", "type"})
public record NewUserRequest(
    @Schema(
            description =
                "Opaque. Without it the service makes a random UUID. Give it, and the request can"
                    + " be repeated safely.",
            pattern = UserIdRule.PATTERN,
            examples = "u-7")
        String id,
    @Schema(
            description = "Shown as typed; upper and lower case are the same.",
            pattern = Handle.PATTERN,
            examples = "Ada")
        String handle,
    @Schema(enumeration = {"PERSON", "ORGANIZATION"}) String type,
    @Schema(description = "Of a person.", minLength = 1, maxLength = DisplayName.LENGTH_MAX)
        String firstName,
    @Schema(description = "Of a person.", minLength = 1, maxLength = DisplayName.LENGTH_MAX)
        String lastName,
    @Schema(description = "Of an organization.", minLength = 1, maxLength = DisplayName.LENGTH_MAX)
        String name,
    @Schema(
            description = "Of an organization: an absolute http or https URL.",
            maxLength = Website.LENGTH_MAX)
        String website) {

  private static final String PERSON = "PERSON";
  private static final String ORGANIZATION = "ORGANIZATION";

  /** The user asked for, or 400 that names every field that breaks a rule. */
  NewUser checked() {
    List<FieldError> errors = new ArrayList<>();
    check(id == null || UserIdRule.holds(id), "id", UserIdRule.IN_WORDS, errors);
    check(Handle.isValid(handle), "handle", Handle.RULE, errors);
    if (PERSON.equals(type)) {
      checkDisplayName("firstName", firstName, errors);
      checkDisplayName("lastName", lastName, errors);
      checkAbsent("name", name, errors);
      checkAbsent("website", website, errors);
    } else if (ORGANIZATION.equals(type)) {
      checkDisplayName("name", name, errors);
      check(website == null || Website.isValid(website), "website", Website.RULE, errors);
      checkAbsent("firstName", firstName, errors);
      checkAbsent("lastName", lastName, errors);
    } else {
      errors.add(new FieldError("type", "must be PERSON or ORGANIZATION"));
    }
    if (!errors.isEmpty()) {
      throw ProblemException.badRequest(errors);
    }
    return new NewUser(
        id == null ? UserId.random() : new UserId(id), new Handle(handle), profile());
  }

  private Profile profile() {
    return PERSON.equals(type)
        ? new Person(firstName, lastName)
        : new Organization(name, Optional.ofNullable(website));
  }

  private static void checkDisplayName(String field, String value, List<FieldError> errors) {
    check(DisplayName.isValid(value), field, DisplayName.RULE, errors);
  }

  private void checkAbsent(String field, String value, List<FieldError> errors) {
    check(value == null, field, "is not a field of a user of type " + type, errors);
  }

  private static void check(boolean holds, String field, String rule, List<FieldError> errors) {
    if (!holds) {
      errors.add(new FieldError(field, rule));
    }
  }
}
