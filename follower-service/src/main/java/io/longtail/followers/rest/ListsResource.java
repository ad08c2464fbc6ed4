package io.longtail.followers.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.longtail.followers.ListPart;
import io.longtail.followers.ListReader;
import io.longtail.followers.Order;
import io.longtail.followers.Side;
import io.longtail.followers.edgelist.Marks;
import io.longtail.service.web.Limit;
import io.longtail.service.web.ProblemException;
import io.longtail.service.web.UserIdParam;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The two lists of a user. */
@Path("/users/{id}")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Lists")
@Blocking
public class ListsResource {
  private final ListReader reader;

  ListsResource(ListReader reader) {
    this.reader = reader;
  }

  /** One edge of a list. */
  @Schema(name = "ListItem")
  public record Item(
      @Schema(description = "The other user's id", examples = "u-11") String id,
      @Schema(description = "When the follow happened, RFC 3339, in UTC") Instant followedAt) {}

  /** A part of a list. */
  @Schema(name = "ListPart")
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Part(
      List<Item> items,
      @Schema(description = "Members of the whole list") long count,
      @Schema(description = "Changes of the whole list so far") long sequence,
      @Schema(description = "Give it as cursor to get the next part; absent at the end")
          Optional<String> nextCursor) {}

  @GET
  @Path("followers")
  @Operation(
      summary = "Who follows the user",
      description =
          "A part of the list. Following nextCursor to its end returns every follower that stayed"
              + " throughout exactly once, whatever is followed and unfollowed meanwhile. A user"
              + " whom nobody ever followed has an empty list.")
  @APIResponse(
      responseCode = "200",
      description = "A part of the list; with a Link header to the next one, if there is one",
      content = @Content(schema = @Schema(implementation = Part.class)))
  @APIResponse(responseCode = "400", ref = "BadRequest")
  @APIResponse(responseCode = "503", ref = "Unavailable")
  public Response followers(
      @PathParam("id") @Parameter(ref = "UserId") String id,
      @QueryParam("order") @Parameter(ref = "Order") String order,
      @QueryParam("limit") @Parameter(ref = "Limit") String limit,
      @QueryParam("cursor") @Parameter(ref = "Cursor") String cursor,
      @Context UriInfo uri) {
    return read(Side.FOLLOWERS, id, order, limit, cursor, uri);
  }

  @GET
  @Path("following")
  @Operation(
      summary = "Whom the user follows",
      description = "A part of the list, in the same shape and with the same promises.")
  @APIResponse(
      responseCode = "200",
      description = "A part of the list; with a Link header to the next one, if there is one",
      content = @Content(schema = @Schema(implementation = Part.class)))
  @APIResponse(responseCode = "400", ref = "BadRequest")
  @APIResponse(responseCode = "503", ref = "Unavailable")
  public Response following(
      @PathParam("id") @Parameter(ref = "UserId") String id,
      @QueryParam("order") @Parameter(ref = "Order") String order,
      @QueryParam("limit") @Parameter(ref = "Limit") String limit,
      @QueryParam("cursor") @Parameter(ref = "Cursor") String cursor,
      @Context UriInfo uri) {
    return read(Side.FOLLOWING, id, order, limit, cursor, uri);
  }

  private Response read(
      Side side, String id, String orderText, String limitText, String cursorText, UriInfo uri) {
    UserIdParam.required("id", id);
    Order order = order(orderText);
    int limit = Limit.of(limitText);
    Cursor cursor = new Cursor(side, id, order);
    ListPart part = reader.read(side, id, order, limit, cursor.read(cursorText));
    Optional<String> next = part.next().map(cursor::write);
    Part answer =
        new Part(
            part.items().stream().map(ListsResource::item).toList(),
            part.count(),
            part.sequence(),
            next);
    Response.ResponseBuilder response = Response.ok(answer);
    next.ifPresent(text -> response.links(nextLink(uri, limit, text)));
    return response.build();
  }

  private static Item item(ListPart.Item item) {
    return new Item(item.id(), Instant.ofEpochMilli(Marks.millisOf(item.mark())));
  }

  // Relative to this very path: behind a gateway the service does not know its own address.
  private static Link nextLink(UriInfo uri, int limit, String cursor) {
    URI next =
        uri.getRequestUriBuilder()
            .replaceQueryParam("limit", limit)
            .replaceQueryParam("cursor", cursor)
            .build();
    return Link.fromUri(next.getRawPath() + "?" + next.getRawQuery()).rel("next").build();
  }

  private static Order order(String text) {
    if (text == null || text.equals("newest")) {
      return Order.NEWEST;
    }
    if (text.equals("oldest")) {
      return Order.OLDEST;
    }
    throw ProblemException.badRequest("order", "must be newest or oldest");
  }
}
