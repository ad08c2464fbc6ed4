package io.longtail.users.rest;

import io.longtail.service.web.Problem;
import io.longtail.service.web.ProblemException;
import io.longtail.service.web.UserIdParam;
import io.longtail.users.NewUser;
import io.longtail.users.Registration;
import io.longtail.users.Registration.HandleTaken;
import io.longtail.users.Registration.Registered;
import io.longtail.users.User;
import io.longtail.users.UserFinder;
import io.longtail.users.UserId;
import io.longtail.users.UserRegistrar;
import io.longtail.users.profile.Handle;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** Registers and shows users. */
@Path("/users")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Users")
@Blocking
public class UsersResource {
  private final UserRegistrar registrar;
  private final UserFinder finder;

  UsersResource(UserRegistrar registrar, UserFinder finder) {
    this.registrar = registrar;
    this.finder = finder;
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "createUser",
      summary = "Register a user",
      description =
          "Repeating a request that has an `id` is safe: the same answer. A handle is free again"
              + " a minute after its registration broke off halfway.")
  @RequestBody(
      required = true,
      content =
          @Content(
              schema = @Schema(implementation = NewUserRequest.class),
              examples = {
                @ExampleObject(name = "person", value = Examples.NEW_PERSON),
                @ExampleObject(name = "organization", value = Examples.NEW_ORGANIZATION)
              }))
  @APIResponse(
      responseCode = "201",
      description = "The user",
      headers =
          @Header(
              name = "Location",
              description = "Where the user is found",
              schema = @Schema(type = SchemaType.STRING, format = "uri")),
      content =
          @Content(
              schema = @Schema(implementation = UserResponse.class),
              examples = {
                @ExampleObject(name = "person", value = Examples.PERSON),
                @ExampleObject(name = "organization", value = Examples.ORGANIZATION)
              }))
  @APIResponse(
      responseCode = "400",
      description = "A field breaks a rule, or is not a field of this request",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "handle", value = Examples.BAD_HANDLE)))
  @APIResponse(
      responseCode = "409",
      description = "Another user has the handle or the id; `errors` says which",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "handle", value = Examples.HANDLE_TAKEN)))
  @APIResponse(
      responseCode = "503",
      description =
          "The database did not answer in time; repeating with the same `id` is safe. `Retry-After`"
              + " says when.",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "away", value = Examples.STORE_AWAY)))
  public Response create(NewUserRequest request) {
    if (request == null) {
      throw ProblemException.badRequest("body", "must be a user");
    }
    NewUser asked = request.checked();
    Registration registration = registrar.register(asked);
    if (registration instanceof Registered registered) {
      return Response.created(URI.create("/users/" + asked.id()))
          .entity(UserResponse.of(registered.user()))
          .build();
    }
    throw registration instanceof HandleTaken
        ? ProblemException.conflict("handle", "is taken")
        : ProblemException.conflict("id", "is taken by another user");
  }

  @GET
  @Path("/{id}")
  @Operation(
      operationId = "getUser",
      summary = "Show a user with its counts",
      description = "One read of one document, for a celebrity too.")
  @APIResponse(
      responseCode = "200",
      description = "The user",
      content =
          @Content(
              schema = @Schema(implementation = UserResponse.class),
              examples = {
                @ExampleObject(name = "person", value = Examples.PERSON),
                @ExampleObject(name = "organization", value = Examples.ORGANIZATION)
              }))
  @APIResponse(
      responseCode = "400",
      description = "No such id is possible",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "id", value = Examples.BAD_ID)))
  @APIResponse(
      responseCode = "404",
      description = "There is no such user",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "unknown", value = Examples.UNKNOWN_USER)))
  @APIResponse(
      responseCode = "503",
      description = "The database did not answer in time; `Retry-After` says when to try again",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "away", value = Examples.STORE_AWAY)))
  public UserResponse show(
      @Parameter(description = "The user", example = "u-7") @RestPath String id) {
    UserIdParam.required("id", id);
    User user =
        finder
            .byId(new UserId(id))
            .orElseThrow(() -> ProblemException.notFound("there is no user " + id));
    return UserResponse.of(user);
  }

  @GET
  @Operation(
      operationId = "findUsers",
      summary = "Find the user of a handle",
      description = "In any mix of upper and lower case. Nobody has it: an empty list.")
  @APIResponse(
      responseCode = "200",
      description = "None or one",
      content =
          @Content(
              schema = @Schema(implementation = UserListResponse.class),
              examples = @ExampleObject(name = "found", value = Examples.FOUND)))
  @APIResponse(
      responseCode = "400",
      description = "No handle was given, or no such handle is possible",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "handle", value = Examples.BAD_HANDLE)))
  @APIResponse(
      responseCode = "503",
      description = "The database did not answer in time; `Retry-After` says when to try again",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "away", value = Examples.STORE_AWAY)))
  public UserListResponse find(
      @Parameter(description = "The handle", required = true, example = "ada") @RestQuery
          String handle) {
    if (!Handle.isValid(handle)) {
      throw ProblemException.badRequest("handle", Handle.RULE);
    }
    List<UserResponse> items =
        finder.byHandle(new Handle(handle)).map(UserResponse::of).stream().toList();
    return new UserListResponse(items);
  }
}
