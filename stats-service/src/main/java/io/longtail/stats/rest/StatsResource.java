package io.longtail.stats.rest;

import io.longtail.events.UserIdRule;
import io.longtail.service.web.Problem;
import io.longtail.service.web.ProblemException;
import io.longtail.service.web.UserIdParam;
import io.longtail.stats.CurrentStats;
import io.longtail.stats.StatsUnavailableException;
import io.longtail.stats.StoredStats;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Reads of counts. Both are one read of the store by {@code _id}, however many ids are asked. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Blocking
@Tag(name = "Stats", description = "Follower and following counts.")
public class StatsResource {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private static final String UNAVAILABLE =
      "The store does not answer now. Repeat after the seconds in the header `Retry-After`.";
  private static final String UNAVAILABLE_EXAMPLE =
      """
      {"type":"about:blank","title":"Service unavailable","status":503,\
      "detail":"the store does not answer"}""";

  private final CurrentStats current;

  StatsResource(CurrentStats current) {
    this.current = current;
  }

  @GET
  @Path("users/{id}/stats")
  @Operation(
      operationId = "getStats",
      summary = "Counts of one user",
      description =
          "Counts follow the lists within moments. An id that nobody ever followed has counts of 0:"
              + " ids need not be registered anywhere.")
  @APIResponse(
      responseCode = "200",
      description = "The counts.",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = StatsAnswer.class),
              examples =
                  @ExampleObject(
                      name = "stats",
                      value =
                          """
                          {"id":"u-7","followerCount":4200000,"followingCount":12,\
                          "asOf":"2026-01-31T12:00:00.123Z"}""")))
  @APIResponse(
      responseCode = "400",
      description = "`id` is no user id.",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples =
                  @ExampleObject(
                      name = "no id",
                      value =
                          """
                          {"type":"about:blank","title":"Bad request","status":400,\
                          "detail":"id must be 1 to 64 of A-Z a-z 0-9 _ . : - and begin with a\
                           letter, a digit or _",\
                          "errors":[{"field":"id","rule":"must be 1 to 64 of A-Z a-z 0-9 _ . : -\
                           and begin with a letter, a digit or _"}]}""")))
  @APIResponse(
      responseCode = "503",
      description = UNAVAILABLE,
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "unavailable", value = UNAVAILABLE_EXAMPLE)))
  public StatsAnswer one(
      @Parameter(
              description = "The user's id.",
              example = "u-7",
              schema = @Schema(type = SchemaType.STRING, pattern = UserIdRule.PATTERN))
          @PathParam("id")
          String id) {
    return answers(List.of(UserIdParam.required("id", id))).get(0);
  }

  @GET
  @Path("stats")
  @Operation(
      operationId = "listStats",
      summary = "Counts of several users",
      description =
          "One item per id asked for, in that order; an id given twice is answered twice.")
  @APIResponse(
      responseCode = "200",
      description = "The counts.",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = StatsItems.class),
              examples =
                  @ExampleObject(
                      name = "two users, one never followed",
                      value =
                          """
                          {"items":[{"id":"u-7","followerCount":4200000,"followingCount":12,\
                          "asOf":"2026-01-31T12:00:00.123Z"},\
                          {"id":"u-8","followerCount":0,"followingCount":0}]}""")))
  @APIResponse(
      responseCode = "400",
      description = "`ids` is missing, has more than 100 ids, or one that is no user id.",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples =
                  @ExampleObject(
                      name = "too many",
                      value =
                          """
                          {"type":"about:blank","title":"Bad request","status":400,\
                          "detail":"ids must be at most 100 ids",\
                          "errors":[{"field":"ids","rule":"must be at most 100 ids"}]}""")))
  @APIResponse(
      responseCode = "503",
      description = UNAVAILABLE,
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "unavailable", value = UNAVAILABLE_EXAMPLE)))
  public StatsItems several(
      @Parameter(
              required = true,
              description = "1 to 100 user ids, separated by commas.",
              example = "u-7,u-8")
          @QueryParam("ids")
          String ids) {
    return new StatsItems(answers(IdList.of(ids)));
  }

  private List<StatsAnswer> answers(List<String> ids) {
    try {
      Map<String, StoredStats> found = current.of(Set.copyOf(ids));
      return ids.stream()
          .map(id -> StatsAnswer.of(found.getOrDefault(id, StoredStats.none(id))))
          .toList();
    } catch (StatsUnavailableException e) {
      throw ProblemException.unavailable("the store does not answer", RETRY_AFTER);
    }
  }
}
