package io.longtail.users.rest;

import io.longtail.events.Edge;
import io.longtail.events.FolloweeId;
import io.longtail.events.FollowerId;
import io.longtail.service.web.Problem;
import io.longtail.service.web.ProblemException;
import io.longtail.service.web.UserIdParam;
import io.longtail.users.FollowRequester;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;

/**
 * Takes follows and unfollows. A worker thread looks users up and hands the event over; nothing
 * waits on a thread for the broker's acknowledgement.
 */
@Path("/users/{id}/following/{followeeId}")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Following")
@Blocking
public class FollowingResource {
  private final FollowRequester requester;

  FollowingResource(FollowRequester requester) {
    this.requester = requester;
  }

  @PUT
  @ResponseStatus(202)
  @Operation(
      operationId = "follow",
      summary = "Follow a user",
      description =
          "Asking again changes nothing. The lists change a moment later; send the `position` along"
              + " to read them as of this request.")
  @APIResponse(
      responseCode = "202",
      description = "In the log, and will be applied",
      content =
          @Content(
              schema = @Schema(implementation = PositionResponse.class),
              examples = @ExampleObject(name = "accepted", value = Examples.ACCEPTED)))
  @APIResponse(
      responseCode = "400",
      description = "No such id is possible, or both are the same user",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "self", value = Examples.SELF_FOLLOW)))
  @APIResponse(
      responseCode = "404",
      description = "One of the two is not there; `detail` says which",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "unknown", value = Examples.UNKNOWN_USER)))
  @APIResponse(
      responseCode = "503",
      description =
          "Not confirmed to be in the log; repeating is safe. `Retry-After` says when. Nothing is"
              + " sent after this answer.",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "unconfirmed", value = Examples.NOT_CONFIRMED)))
  public Uni<PositionResponse> follow(
      @Parameter(description = "Who follows", example = "u-7") @RestPath String id,
      @Parameter(description = "Who is followed", example = "u-8") @RestPath String followeeId) {
    return Uni.createFrom()
        .completionStage(requester.follow(edge(id, followeeId)))
        .map(PositionResponse::of);
  }

  @DELETE
  @ResponseStatus(202)
  @Operation(
      operationId = "unfollow",
      summary = "Unfollow a user",
      description =
          "Works for any two ids, known or not, following or not; asking again changes nothing.")
  @APIResponse(
      responseCode = "202",
      description = "In the log, and will be applied",
      content =
          @Content(
              schema = @Schema(implementation = PositionResponse.class),
              examples = @ExampleObject(name = "accepted", value = Examples.ACCEPTED)))
  @APIResponse(
      responseCode = "400",
      description = "No such id is possible, or both are the same user",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "self", value = Examples.SELF_FOLLOW)))
  @APIResponse(
      responseCode = "503",
      description =
          "Not confirmed to be in the log; repeating is safe. `Retry-After` says when. Nothing is"
              + " sent after this answer.",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "unconfirmed", value = Examples.NOT_CONFIRMED)))
  public Uni<PositionResponse> unfollow(
      @Parameter(description = "Who follows", example = "u-7") @RestPath String id,
      @Parameter(description = "Who is followed", example = "u-8") @RestPath String followeeId) {
    return Uni.createFrom()
        .completionStage(requester.unfollow(edge(id, followeeId)))
        .map(PositionResponse::of);
  }

  private static Edge edge(String id, String followeeId) {
    UserIdParam.required("id", id);
    UserIdParam.required("followeeId", followeeId);
    if (id.equals(followeeId)) {
      throw ProblemException.badRequest("followeeId", "must differ from the id of the follower");
    }
    return new Edge(new FollowerId(id), new FolloweeId(followeeId));
  }
}
