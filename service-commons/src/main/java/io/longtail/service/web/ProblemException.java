package io.longtail.service.web;

import io.longtail.service.web.Problem.FieldError;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Ends a request with a {@link Problem}. */
public final class ProblemException extends RuntimeException {
  private final transient Problem problem;
  private final transient Optional<Duration> retryAfter;

  private ProblemException(Problem problem, Optional<Duration> retryAfter) {
    super(problem.detail());
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /** 400: a field of the request breaks a rule. */
  public static ProblemException badRequest(String field, String rule) {
    return new ProblemException(
        Problem.of(400, "Bad request", field + " " + rule, List.of(new FieldError(field, rule))),
        Optional.empty());
  }

  /** 400: each of these fields breaks its rule. */
  public static ProblemException badRequest(List<FieldError> errors) {
    String detail =
        errors.stream()
            .map(error -> error.field() + " " + error.rule())
            .collect(Collectors.joining("; "));
    return new ProblemException(Problem.of(400, "Bad request", detail, errors), Optional.empty());
  }

  /** 404: {@code detail} says what is not there. */
  public static ProblemException notFound(String detail) {
    return new ProblemException(Problem.of(404, "Not found", detail, List.of()), Optional.empty());
  }

  /** 409: the field's value is taken. */
  public static ProblemException conflict(String field, String rule) {
    return new ProblemException(
        Problem.of(409, "Conflict", field + " " + rule, List.of(new FieldError(field, rule))),
        Optional.empty());
  }

  /** 503: not now; repeating the request after a while is safe. */
  public static ProblemException unavailable(String detail, Duration retryAfter) {
    return new ProblemException(
        Problem.of(503, "Service unavailable", detail, List.of()), Optional.of(retryAfter));
  }

  public Problem problem() {
    return problem;
  }

  /** The answer, for mappers of other exceptions too. */
  public Response response() {
    Response.ResponseBuilder response =
        Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem);
    retryAfter.ifPresent(
        after -> response.header(HttpHeaders.RETRY_AFTER, Math.max(1, after.toSeconds())));
    return response.build();
  }
}
