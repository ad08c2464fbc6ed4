package io.longtail.service.web;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.longtail.service.web.Problem.FieldError;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Turns every exception into problem JSON; what is nobody's fault but ours is logged here, once.
 */
final class ProblemMappers {
  private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

  private ProblemMappers() {}

  static Response response(Problem problem) {
    return Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem).build();
  }

  @Provider
  public static class OfProblem implements ExceptionMapper<ProblemException> {
    @Override
    public Response toResponse(ProblemException e) {
      return e.response();
    }
  }

  @Provider
  public static class OfConstraints implements ExceptionMapper<ConstraintViolationException> {
    @Override
    public Response toResponse(ConstraintViolationException e) {
      List<FieldError> errors =
          e.getConstraintViolations().stream()
              .map(violation -> new FieldError(field(violation), violation.getMessage()))
              .sorted((a, b) -> a.field().compareTo(b.field()))
              .toList();
      String detail =
          errors.stream().map(x -> x.field() + " " + x.rule()).collect(Collectors.joining("; "));
      return response(Problem.of(400, "Bad request", detail, errors));
    }

    // "create.user.handle": the method and the parameter say nothing to a client.
    private static String field(ConstraintViolation<?> violation) {
      String last = "";
      for (Path.Node node : violation.getPropertyPath()) {
        if (node.getName() != null) {
          last = node.getName();
        }
      }
      return last;
    }
  }

  @Provider
  public static class OfJson implements ExceptionMapper<JacksonException> {
    @Override
    public Response toResponse(JacksonException e) {
      return response(badJson(e));
    }
  }

  /**
   * The framework has a mapper of its own for this one, which only one for the same type replaces.
   */
  @Provider
  public static class OfMismatchedJson implements ExceptionMapper<MismatchedInputException> {
    @Override
    public Response toResponse(MismatchedInputException e) {
      return response(badJson(e));
    }
  }

  private static Problem badJson(JacksonException e) {
    String field = "body";
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      field =
          mapping.getPath().stream()
              .map(x -> x.getFieldName() == null ? "[" + x.getIndex() + "]" : x.getFieldName())
              .collect(Collectors.joining("."));
    }
    String rule =
        e instanceof UnrecognizedPropertyException
            ? "is not a field of this request"
            : "must be valid JSON of the documented type";
    return Problem.of(400, "Bad request", field + " " + rule, List.of(new FieldError(field, rule)));
  }

  /** Unknown paths, methods and media types, as the framework raises them. */
  @Provider
  public static class OfWeb implements ExceptionMapper<WebApplicationException> {
    @Override
    public Response toResponse(WebApplicationException e) {
      if (e.getCause() instanceof JacksonException json) {
        return response(badJson(json));
      }
      int status = e.getResponse().getStatus();
      if (status < 400) {
        return e.getResponse();
      }
      Response.StatusType known = Response.Status.fromStatusCode(status);
      String title = known == null ? "Error" : known.getReasonPhrase();
      return Response.fromResponse(e.getResponse())
          .type(Problem.MEDIA_TYPE)
          .entity(Problem.of(status, title, null, List.of()))
          .build();
    }
  }

  @Provider
  public static class OfAnythingElse implements ExceptionMapper<Throwable> {
    @Override
    public Response toResponse(Throwable e) {
      LOG.error("request failed", e);
      return response(
          Problem.of(500, "Internal server error", "the request failed; see the log", List.of()));
    }
  }
}
