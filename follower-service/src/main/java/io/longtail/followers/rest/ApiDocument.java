package io.longtail.followers.rest;

import io.longtail.events.UserIdRule;
import io.longtail.service.web.Problem;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** What the parts of the OpenAPI document have in common. */
@OpenAPIDefinition(
    info =
        @Info(
            title = "Longtail follower-service",
            version = "1",
            description =
                "Who follows whom: the followers and the following of every user. Every read takes"
                    + " the header Longtail-After: <partition>:<offset>[,…] with positions that"
                    + " follows were answered with, and then waits (by default 5 s at most) until"
                    + " they show."),
    components =
        @Components(
            parameters = {
              @Parameter(
                  name = "id",
                  in = ParameterIn.PATH,
                  description = "A user's id",
                  schema = @Schema(type = SchemaType.STRING, pattern = UserIdRule.PATTERN)),
              @Parameter(
                  name = "limit",
                  in = ParameterIn.QUERY,
                  description = "Items of a part",
                  schema =
                      @Schema(
                          type = SchemaType.INTEGER,
                          minimum = "1",
                          maximum = "1000",
                          defaultValue = "50")),
              @Parameter(
                  name = "cursor",
                  in = ParameterIn.QUERY,
                  description = "The nextCursor of the part before; opaque",
                  schema = @Schema(type = SchemaType.STRING)),
              @Parameter(
                  name = "order",
                  in = ParameterIn.QUERY,
                  description = "Newest or oldest follow first",
                  schema =
                      @Schema(
                          type = SchemaType.STRING,
                          enumeration = {"newest", "oldest"},
                          defaultValue = "newest"))
            },
            responses = {
              @APIResponse(
                  name = "BadRequest",
                  description = "A field of the request breaks a rule; errors says which",
                  content =
                      @Content(
                          mediaType = Problem.MEDIA_TYPE,
                          schema = @Schema(implementation = Problem.class))),
              @APIResponse(
                  name = "Unavailable",
                  description = "Not now; repeat after the seconds in Retry-After",
                  content =
                      @Content(
                          mediaType = Problem.MEDIA_TYPE,
                          schema = @Schema(implementation = Problem.class)))
            }))
public class ApiDocument extends Application {}
