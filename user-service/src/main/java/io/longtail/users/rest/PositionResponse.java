package io.longtail.users.rest;

import io.longtail.users.Position;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Where an accepted request stands in the log. */
@Schema(name = "Accepted", requiredProperties = "position")
public record PositionResponse(
    @Schema(
            description =
                "`<partition>:<offset>` of the event. Send it as the header `Longtail-After` with a"
                    + " read of the lists, and the answer will have seen this request.",
            pattern = "^[0-9]+:[0-9]+$",
            examples = "3:991223")
        String position) {

  static PositionResponse of(Position position) {
    return new PositionResponse(position.toString());
  }
}
