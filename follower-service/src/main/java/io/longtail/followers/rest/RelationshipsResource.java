package io.longtail.followers.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.longtail.followers.EdgeLookup;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Marks;
import io.longtail.service.web.ProblemException;
import io.longtail.service.web.UserIdParam;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** How users stand to each other. */
@Path("/users/{id}")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Relationships")
@Blocking
public class RelationshipsResource {
  private static final int IDS_MAX = 100;

  private final EdgeLookup edges;

  RelationshipsResource(EdgeLookup edges) {
    this.edges = edges;
  }

  /** How the user stands to one other. */
  @Schema(name = "Relationship")
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Relationship(
      @Schema(description = "The other user's id") String id,
      @Schema(description = "Whether the user follows the other") boolean following,
      @Schema(description = "Whether the other follows the user") boolean followedBy,
      Optional<Instant> followingSince,
      Optional<Instant> followedBySince) {}

  /** Relationships in the order in which they were asked for. */
  @Schema(name = "Relationships")
  public record Relationships(List<Relationship> items) {}

  @GET
  @Path("following/{other}")
  @Operation(summary = "Whether the user follows the other")
  @APIResponse(responseCode = "204", description = "Yes")
  @APIResponse(responseCode = "404", description = "No")
  @APIResponse(responseCode = "400", ref = "BadRequest")
  @APIResponse(responseCode = "503", ref = "Unavailable")
  public Response isFollowing(
      @PathParam("id") @Parameter(ref = "UserId") String id, @PathParam("other") String other) {
    UserIdParam.required("id", id);
    UserIdParam.required("other", other);
    if (edges.find(Side.FOLLOWING, id, List.of(other)).isEmpty()) {
      throw ProblemException.notFound(id + " does not follow " + other);
    }
    return Response.noContent().build();
  }

  @GET
  @Path("relationships")
  @Operation(summary = "How the user stands to each of up to 100 others, both ways")
  @APIResponse(responseCode = "200", description = "One item for each id, in the order asked")
  @APIResponse(responseCode = "400", ref = "BadRequest")
  @APIResponse(responseCode = "503", ref = "Unavailable")
  public Relationships relationships(
      @PathParam("id") @Parameter(ref = "UserId") String id,
      @QueryParam("ids")
          @Parameter(required = true, description = "1 to 100 ids, separated by commas")
          String idsText) {
    UserIdParam.required("id", id);
    List<String> ids = ids(idsText);
    Map<String, Long> following = edges.find(Side.FOLLOWING, id, ids);
    Map<String, Long> followedBy = edges.find(Side.FOLLOWERS, id, ids);
    return new Relationships(
        ids.stream()
            .map(
                other ->
                    new Relationship(
                        other,
                        following.containsKey(other),
                        followedBy.containsKey(other),
                        since(following.get(other)),
                        since(followedBy.get(other))))
            .toList());
  }

  private static Optional<Instant> since(Long mark) {
    return Optional.ofNullable(mark).map(m -> Instant.ofEpochMilli(Marks.millisOf(m)));
  }

  private static List<String> ids(String text) {
    List<String> ids =
        text == null ? List.of() : List.of(text.split(",", -1)).stream().distinct().toList();
    if (ids.isEmpty() || ids.size() > IDS_MAX) {
      throw ProblemException.badRequest("ids", "must be 1 to " + IDS_MAX + " ids");
    }
    ids.forEach(id -> UserIdParam.required("ids", id));
    return ids;
  }
}
