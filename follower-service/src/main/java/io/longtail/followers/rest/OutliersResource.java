package io.longtail.followers.rest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.longtail.events.UserIdRule;
import io.longtail.followers.Outliers;
import io.longtail.followers.Outliers.Outlier;
import io.longtail.followers.Side;
import io.longtail.service.web.Limit;
import io.longtail.service.web.ProblemException;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The lists that have overflow pages. */
@Path("/outliers")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Outliers")
@Blocking
public class OutliersResource {
  private final Outliers outliers;

  OutliersResource(Outliers outliers) {
    this.outliers = outliers;
  }

  /** A part of the outliers, in the order of ids. */
  @Schema(name = "OutliersPart")
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Part(
      List<Outlier> items,
      @Schema(description = "Give it as cursor to get the next part; absent at the end")
          Optional<String> nextCursor) {}

  @GET
  @Operation(
      summary = "The lists that have overflow pages",
      description = "In the order of ids; headBytes is the size of the head document in bytes.")
  @APIResponse(responseCode = "200", description = "A part of the outliers")
  @APIResponse(responseCode = "400", ref = "BadRequest")
  @APIResponse(responseCode = "503", ref = "Unavailable")
  public Part list(
      @QueryParam("side")
          @Parameter(
              description = "Which lists; followers if absent",
              schema =
                  @Schema(
                      type = SchemaType.STRING,
                      enumeration = {"followers", "following"},
                      defaultValue = "followers"))
          String sideText,
      @QueryParam("limit") @Parameter(ref = "Limit") String limitText,
      @QueryParam("cursor") @Parameter(ref = "Cursor") String cursor) {
    Side side = side(sideText);
    int limit = Limit.of(limitText);
    List<Outlier> found = outliers.list(side, afterId(side, cursor), limit + 1);
    if (found.size() <= limit) {
      return new Part(found, Optional.empty());
    }
    List<Outlier> part = found.subList(0, limit);
    return new Part(part, Optional.of(cursor(side, part.get(limit - 1).id())));
  }

  private static Side side(String text) {
    if (text == null || text.equals("followers")) {
      return Side.FOLLOWERS;
    }
    if (text.equals("following")) {
      return Side.FOLLOWING;
    }
    throw ProblemException.badRequest("side", "must be followers or following");
  }

  private static String cursor(Side side, String lastId) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((side + "|" + lastId).getBytes(US_ASCII));
  }

  private static Optional<String> afterId(Side side, String cursor) {
    if (cursor == null) {
      return Optional.empty();
    }
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), US_ASCII);
      String id = text.substring(text.indexOf('|') + 1);
      if (UserIdRule.holds(id) && cursor.equals(cursor(side, id))) {
        return Optional.of(id);
      }
    } catch (IllegalArgumentException e) {
      // falls through: not base64
    }
    throw ProblemException.badRequest("cursor", "must be a nextCursor of this side's outliers");
  }
}
