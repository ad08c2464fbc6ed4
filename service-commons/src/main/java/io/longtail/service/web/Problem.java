package io.longtail.service.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** An error answer, {@code application/problem+json} (RFC 9457). */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Problem(
    String type, String title, int status, String detail, List<FieldError> errors) {
  public static final String MEDIA_TYPE = "application/problem+json";

  /** A field of the request that is to blame, and the rule that it breaks. */
  public record FieldError(String field, String rule) {}

  public static Problem of(int status, String title, String detail, List<FieldError> errors) {
    return new Problem("about:blank", title, status, detail, List.copyOf(errors));
  }
}
